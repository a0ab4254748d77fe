public import Composition
public import MediaTime

extension SlowMotionSidecar {
    /// The longest ramp, in seconds of source time.
    private static let longestRamp = RationalTime(1, 2)

    /// A region that is this near to an end of the film, in seconds, has no ramp at that end.
    private static let nearness = RationalTime(1, 10)

    /// The edits that play a film as the phone does: in each region the rate, with a ramp at its beginning and its end.
    ///
    /// Where a region reaches an end of the film there is no ramp. The length of the phone's ramps is not published. Here
    /// a ramp lasts half a second of source time, or a quarter of a region that is shorter than two seconds.
    ///
    /// - Parameter whole: The range of the film, in source time. What is marked outside of it is left out, which the caller
    ///   can tell by ``regions``.
    /// - Returns: The edits, in order. They do not overlap.
    /// - Throws: `TimeOverflow`.
    public func edits(of whole: TimeRange) throws(TimeOverflow) -> [Edit] {
        var edits: [Edit] = []
        for marked in regions {
            guard let region = try marked.intersection(whole) else { continue }
            let ramp = try min(Self.longestRamp, region.duration.scaled(by: 1, over: 4))
            let rampsDown = try region.start - whole.start >= Self.nearness
            let rampsUp = try whole.end - region.end >= Self.nearness
            let slow = try TimeRange(
                start: rampsDown ? region.start + ramp : region.start,
                end: rampsUp ? region.end - ramp : region.end
            )
            if rampsDown {
                let down = try TimeRange(start: region.start, end: slow.start)
                edits.append(.ramp(down, from: .normal, to: rate, .linear))
            }
            edits.append(.rate(slow, rate))
            if rampsUp {
                let up = try TimeRange(start: slow.end, end: region.end)
                edits.append(.ramp(up, from: rate, to: .normal, .linear))
            }
        }
        return edits
    }
}
