internal import MediaTime

extension RateCurve {
    /// Source length ÷ target length, exactly; for both kinds of ramp that is the mean of the ends. `nil` where it does not
    /// fit.
    var mean: Ratio? {
        let (from, to) = ends
        return from == to ? Ratio(from) : Ratio(from).adding(Ratio(to))?.multiplied(by: Ratio(1, 2))
    }
}
