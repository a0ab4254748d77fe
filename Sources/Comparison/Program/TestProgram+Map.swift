internal import MediaTime
public import TimeStretch

extension TestProgram {
    /// How much of the program a constant rate plays at a time, where a map has several, in seconds.
    private static let share = 0.5

    /// The map through which the program shows what another map does to audio.
    ///
    /// A clip may be shorter than the program, or hours longer, and every section has to meet every rate and every
    /// ramp. So what the map consists of is played over and over until the program ends: each of its rates for half a
    /// second of the program, and each of its ramps as long as it is, as long as that is no more than half of the
    /// program, in the order in which they come first. A map of one rate is that rate.
    ///
    /// - Throws: ``TimeStretchError`` with the code `map`.
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
    /// Source length ÷ target length, nearly.
    fileprivate var meanRate: Double { (ends.0.approximation + ends.1.approximation) / 2 }
}
