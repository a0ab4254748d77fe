internal import MediaTime
public import TimeStretch

extension TestProgram {
    /// How much of the program each constant rate plays at a time, in seconds, where a map has several.
    private static let share = 0.5

    /// A map for the program with the rates and ramps of another map.
    ///
    /// A clip may be shorter than the program, or hours longer, and every section must be played at every rate and through
    /// every ramp. So the parts of the map are repeated until the program ends, in the order in which they come first. Each
    /// rate plays half a second of the program. Each ramp lasts as long as it does in the clip, but plays at most half of the
    /// program. A map of one constant rate gives that rate.
    ///
    /// - Parameter map: The map of a clip, at the program's sample rate.
    /// - Returns: The program's map.
    /// - Throws: `TimeStretchError` with the code `map`.
    public func map(resembling map: SampleMap) throws(TimeStretchError) -> SampleMap {
        var curves: [RateCurve] = []
        var lengths: [Double] = []
        for piece in map.pieces where !curves.contains(piece.curve) {
            let longest = Double(frameCount) / 2 / piece.curve.meanRate
            let share = Self.share * Double(sampleRate) / piece.curve.meanRate
            curves.append(piece.curve)
            lengths.append((piece.curve.isConstant ? share : min(piece.length, longest)).rounded(.up))
        }
        var segments: [SampleMap.Segment] = []
        var played = 0.0
        while curves.count > 1 || !curves[0].isConstant, played < Double(frameCount) {
            for (curve, length) in zip(curves, lengths) {
                segments.append(.init(curve, lasting: RationalTime(Int64(length), Int32(sampleRate))))
                played += length * curve.meanRate
            }
        }
        segments.append(.init(.constant(curves[curves.count - 1].ends.1), lasting: nil))
        return try SampleMap(segments, sampleRate: sampleRate)
    }
}

extension RateCurve {
    /// Source length ÷ target length, approximately.
    fileprivate var meanRate: Double { (ends.0.approximation + ends.1.approximation) / 2 }
}
