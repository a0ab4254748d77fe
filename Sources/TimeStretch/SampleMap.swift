public import MediaTime

/// Which source instant every output sample shows: pieces that follow one another in both times, positions in samples.
///
/// All boundaries are exact fractions, so a map that is hours long is as exact at its end as at its beginning.
/// Source sample 0 is the first that is pushed into a ``TimeStretcher``; what lies before the map's beginning or after
/// its end only lends context.
public struct SampleMap: Hashable, Sendable {
    /// One stretch of the map, half-open in both times.
    package struct Piece: Hashable, Sendable {
        let sourceStart: Ratio
        let targetStart: Ratio
        /// `nil`: as long as the source lasts.
        let targetLength: Ratio?
        package let curve: RateCurve
    }

    /// A part of a map by its length in target time; `nil` is as long as the source lasts.
    public struct Segment: Hashable, Sendable {
        /// How long it lasts in target time, or `nil`: as long as the source lasts.
        public let targetDuration: RationalTime?
        /// How the rate runs through it.
        public let curve: RateCurve

        /// A part of a map.
        public init(_ curve: RateCurve, lasting targetDuration: RationalTime?) {
            self.targetDuration = targetDuration
            self.curve = curve
        }
    }

    /// At least one; only the last may be open.
    package let pieces: [Piece]

    init(pieces: [Piece]) { self.pieces = pieces }

    /// One rate from the first sample to the last, however many come.
    public static func constant(_ rate: PlaybackRate) -> SampleMap {
        SampleMap(
            pieces: [Piece(sourceStart: .zero, targetStart: .zero, targetLength: nil, curve: .constant(rate))]
        )
    }

    /// Parts that follow one another.
    ///
    /// - Parameters:
    ///   - segments: The parts; only the last may be open, and an open one has a constant rate.
    ///   - sampleRate: Samples per second, of both times.
    ///   - sourceStart: Where in source time the map begins; zero is the first sample pushed.
    ///   - targetStart: Where in target time it begins. The first output sample is the one nearest to it.
    /// - Throws: ``TimeStretchError`` with the code `map`.
    public init(
        _ segments: [Segment],
        sampleRate: Int,
        sourceStart: RationalTime = .zero,
        targetStart: RationalTime = .zero
    ) throws(TimeStretchError) {
        var source = Ratio(sourceStart, sampleRate: sampleRate)
        var target = Ratio(targetStart, sampleRate: sampleRate)
        var pieces: [Piece] = []
        for (index, segment) in segments.enumerated() {
            let length = segment.targetDuration.map { Ratio($0, sampleRate: sampleRate) }
            pieces.append(Piece(sourceStart: source, targetStart: target, targetLength: length, curve: segment.curve))
            guard let length else {
                guard index == segments.count - 1, segment.curve.isConstant else {
                    throw TimeStretchError(.map, "only the last part of a map may be open, at a constant rate")
                }
                break
            }
            guard length.numerator > 0 else { throw TimeStretchError(.map, "a part of a map lasts no time") }
            guard let nextSource = segment.curve.mean?.multiplied(by: length)?.adding(source),
                let nextTarget = target.adding(length)
            else { throw Self.unwieldy }
            (source, target) = (nextSource, nextTarget)
        }
        guard !pieces.isEmpty else { throw TimeStretchError(.map, "a map has a part") }
        self.init(pieces: pieces)
    }

    /// The map of an edit's segments, which must follow one another without a gap or a cut in both times.
    ///
    /// - Parameters:
    ///   - mappings: The segments, in order.
    ///   - sampleRate: Samples per second, of both times.
    ///   - sourceStart: The source time of the first sample pushed.
    /// - Throws: ``TimeStretchError`` with the code `map`.
    public init(
        _ mappings: [TimeMapping],
        sampleRate: Int,
        firstSampleAt sourceStart: RationalTime = .zero
    ) throws(TimeStretchError) {
        let origin = Ratio(sourceStart, sampleRate: sampleRate)
        var pieces: [Piece] = []
        for mapping in mappings {
            guard let source = Ratio(mapping.source.start, sampleRate: sampleRate).subtracting(origin) else {
                throw Self.unwieldy
            }
            let piece = Piece(
                sourceStart: source,
                targetStart: Ratio(mapping.target.start, sampleRate: sampleRate),
                targetLength: Ratio(mapping.target.duration, sampleRate: sampleRate),
                curve: .constant(mapping.rate)
            )
            if let last = pieces.last, last.sourceEnd != piece.sourceStart || last.targetEnd != piece.targetStart {
                throw TimeStretchError(.map, "\(mapping) does not follow the segment before it")
            }
            pieces.append(piece)
        }
        guard !pieces.isEmpty else { throw TimeStretchError(.map, "a map has a part") }
        self.init(pieces: pieces)
    }

    private static var unwieldy: TimeStretchError {
        TimeStretchError(.map, "the map's positions do not fit 128-bit fractions")
    }

    /// The slowest and the fastest rate in the map.
    public var rates: ClosedRange<PlaybackRate> {
        let ends = pieces.flatMap { [$0.curve.ends.0, $0.curve.ends.1] }
        return (ends.min() ?? .normal)...(ends.max() ?? .normal)
    }
}

extension SampleMap.Piece {
    /// `nil`: open, or beyond 128-bit fractions.
    var targetEnd: Ratio? { targetLength.flatMap { targetStart.adding($0) } }

    /// `nil`: open, or beyond 128-bit fractions.
    var sourceEnd: Ratio? {
        guard let targetLength, let mean = curve.mean else { return nil }
        return mean.multiplied(by: targetLength)?.adding(sourceStart)
    }
}
