public import MediaTime

/// The source position of every output sample: pieces that follow one another in both times, with positions in samples.
///
/// All boundaries are exact fractions, so a map of hours is as exact at its end as at its beginning. Source sample 0 is the
/// first one pushed into a ``TimeStretcher``. Source samples before the beginning and after the end of the map are context:
/// filters and frames reach into them.
public struct SampleMap: Hashable, Sendable {
    /// A piece of the map, half-open in both times.
    package struct Piece: Hashable, Sendable {
        let sourceStart: Ratio
        let targetStart: Ratio
        /// `nil` is as long as the source lasts.
        let targetLength: Ratio?
        package let curve: RateCurve
        /// The part of the curve that the piece is; `nil` is all of it.
        let cut: Cut?

        /// A part of a curve, in target samples.
        struct Cut: Hashable, Sendable {
            /// The length of the curve before the part.
            let lead: Ratio
            /// The length of the whole curve.
            let length: Ratio
        }

        init(sourceStart: Ratio, targetStart: Ratio, targetLength: Ratio?, curve: RateCurve, cut: Cut? = nil) {
            self.sourceStart = sourceStart
            self.targetStart = targetStart
            self.targetLength = targetLength
            self.curve = curve
            self.cut = cut
        }
    }

    /// A part of a map by its length in target time; `nil` is as long as the source lasts.
    public struct Segment: Hashable, Sendable {
        /// How long it lasts in target time; `nil` is as long as the source lasts.
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
    /// Samples per second, of both times; `nil` where it is the same map at all sample rates.
    let sampleRate: Int?

    init(pieces: [Piece], sampleRate: Int?) {
        self.pieces = pieces
        // One constant rate from the first sample on counts none.
        let countsNone =
            pieces.count == 1
            && pieces[0] == Piece(sourceStart: .zero, targetStart: .zero, targetLength: nil, curve: pieces[0].curve)
        self.sampleRate = countsNone ? nil : sampleRate
    }

    /// One rate for all samples, however many there are.
    public static func constant(_ rate: PlaybackRate) -> SampleMap {
        SampleMap(
            pieces: [Piece(sourceStart: .zero, targetStart: .zero, targetLength: nil, curve: .constant(rate))],
            sampleRate: nil
        )
    }

    /// Parts that follow one another.
    ///
    /// - Parameters:
    ///   - segments: The parts; only the last may be open, and an open one has a constant rate.
    ///   - sampleRate: Samples per second, of both times: those of the ``TimeStretcher`` that gets the map.
    ///   - sourceStart: Where in source time the map begins; zero is the first sample pushed.
    ///   - targetStart: Where in target time the map begins. The first output sample is the one nearest to it.
    /// - Throws: ``TimeStretchError`` with the code `map`.
    public init(
        _ segments: [Segment],
        sampleRate: Int,
        sourceStart: RationalTime = .zero,
        targetStart: RationalTime = .zero
    ) throws(TimeStretchError) {
        guard sampleRate > 0 else { throw Self.atNoRate }
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
        self.init(pieces: pieces, sampleRate: sampleRate)
    }

    /// The map of an edit's segments. They must follow one another in both times, forwards and without a gap. A reversed
    /// segment has a map of its own, in the time of the reversed samples.
    ///
    /// - Parameters:
    ///   - mappings: The segments, in order.
    ///   - sampleRate: Samples per second, of both times: those of the ``TimeStretcher`` that gets the map.
    ///   - sourceStart: The source time of the first sample pushed.
    ///   - isOpen: Whether the last segment, which then has a constant rate, lasts as long as the source.
    /// - Throws: ``TimeStretchError`` with the code `map`.
    public init(
        _ mappings: [TimeMapping],
        sampleRate: Int,
        firstSampleAt sourceStart: RationalTime = .zero,
        isOpen: Bool = false
    ) throws(TimeStretchError) {
        guard sampleRate > 0 else { throw Self.atNoRate }
        for (mapping, next) in zip(mappings, mappings.dropFirst()) where !mapping.leads(to: next) {
            throw TimeStretchError(.map, "\(next) does not follow the segment before it")
        }
        let origin = Ratio(sourceStart, sampleRate: sampleRate)
        var pieces: [Piece] = []
        for mapping in mappings {
            guard let source = Ratio(mapping.source.start, sampleRate: sampleRate).subtracting(origin) else {
                throw Self.unwieldy
            }
            let (curve, cut) = try Self.curve(of: mapping, sampleRate: sampleRate)
            pieces.append(
                Piece(
                    sourceStart: source,
                    targetStart: Ratio(mapping.target.start, sampleRate: sampleRate),
                    targetLength: isOpen && pieces.count == mappings.count - 1
                        ? nil : Ratio(mapping.target.duration, sampleRate: sampleRate),
                    curve: curve,
                    cut: cut
                )
            )
        }
        guard let last = pieces.last else { throw TimeStretchError(.map, "a map has a part") }
        guard last.targetLength != nil || last.curve.isConstant else {
            throw TimeStretchError(.map, "only the last part of a map may be open, at a constant rate")
        }
        self.init(pieces: pieces, sampleRate: sampleRate)
    }

    private static func curve(
        of mapping: TimeMapping,
        sampleRate: Int
    ) throws(TimeStretchError) -> (RateCurve, Piece.Cut?) {
        switch mapping.course {
        case .constant(let rate):
            return (.constant(rate), nil)
        case .ramp(let ramp):
            guard mapping.target != ramp.target else { return (ramp.curve, nil) }
            let start = Ratio(ramp.target.start, sampleRate: sampleRate)
            guard let lead = Ratio(mapping.target.start, sampleRate: sampleRate).subtracting(start) else {
                throw unwieldy
            }
            return (ramp.curve, Piece.Cut(lead: lead, length: Ratio(ramp.target.duration, sampleRate: sampleRate)))
        case .hold, .reverse:
            throw TimeStretchError(.map, "\(mapping) does not go forwards")
        }
    }

    /// The same map at a multiple of the sample rate.
    ///
    /// - Throws: ``TimeStretchError`` with the code `map`.
    func raised(by factor: Int) throws(TimeStretchError) -> SampleMap {
        func raised(_ position: Ratio) throws(TimeStretchError) -> Ratio {
            guard let raised = position.multiplied(by: Ratio(Int128(factor), 1)) else { throw Self.unwieldy }
            return raised
        }
        var pieces: [Piece] = []
        for piece in self.pieces {
            var (length, cut) = (piece.targetLength, piece.cut)
            if let old = length { length = try raised(old) }
            if let old = cut { cut = try Piece.Cut(lead: raised(old.lead), length: raised(old.length)) }
            pieces.append(
                try Piece(
                    sourceStart: raised(piece.sourceStart),
                    targetStart: raised(piece.targetStart),
                    targetLength: length,
                    curve: piece.curve,
                    cut: cut
                )
            )
        }
        return SampleMap(pieces: pieces, sampleRate: sampleRate.map { $0 * factor })
    }

    private static var atNoRate: TimeStretchError {
        TimeStretchError(.map, "a map has samples: its sample rate is above zero")
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
}
