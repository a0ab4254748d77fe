public import TimeStretch

/// What a rendering of any clip shows, without knowing what the clip is: whether what is held stays, and whether what is struck
/// is where it belongs.
///
/// The names of the properties are those of the JSON documents. A figure is `nil` where the clip has nothing to measure it on.
public struct ClipMeasurements: Codable, Hashable, Sendable {
    /// Whether there is nothing to hear in the source.
    public var isSilent: Bool
    /// Held partials; `nil` where the pitch is not kept, or too little is held.
    public var partials: Partials?
    /// Hits; `nil` where there are none.
    public var hits: Hits?

    /// Partials that stay at one frequency and one level for a while, in each channel.
    public struct Partials: Codable, Hashable, Sendable {
        /// The share of them that lost more than 6 dB, in percent.
        public var lostPercent: Double
        /// How much the level of a partial sways that does not in the source: the median of the standard deviations, in decibels.
        public var wobbleDecibels: Double
    }

    /// Where the energy above 800 Hz rises at once; above that times the rate, where the pitch is not kept.
    public struct Hits: Codable, Hashable, Sendable {
        /// How many the source has.
        public var expected: Int
        /// How many are not heard, or have lost more than 14 dB.
        public var missing: Int
        /// How many are heard again.
        public var doubled: Int
        /// How far they stand from their places, on average, in milliseconds of target time.
        public var meanMilliseconds: Double?
        /// The same of the one that is farthest off; negative is early.
        public var worstMilliseconds: Double?
        /// Their peak over the source's, in decibels (median).
        public var levelDecibels: Double?
    }

    /// Measures a rendering.
    ///
    /// - Parameters:
    ///   - rendering: The clip after the algorithm.
    ///   - source: The clip's audio from the map's source sample 0 on, at the same sample rate.
    ///   - map: The map that the rendering should have followed.
    ///   - sampleRate: Samples per second of both.
    ///   - keepsPitch: Whether partials, and the frequencies of hits, should be where they were; else they follow the rate.
    /// - Throws: `TimeStretchError` with the code `engine`.
    /// - Complexity: O(*n* log *n*) in the rendering's length.
    public init(
        of rendering: PlanarSamples,
        to source: PlanarSamples,
        through map: SampleMap,
        sampleRate: Int,
        keepsPitch: Bool
    ) throws(TimeStretchError) {
        let source = source.limited
        let mapped = MappedRendering(rendering, through: map, sampleRate: sampleRate)
        isSilent = source.isSilent
        if keepsPitch, !isSilent {
            partials = try PartialMeter.measure(mapped, over: 0..<rendering.frameCount, to: source)
                .map(Partials.init)
        }
        hits = isSilent ? nil : HitMeter(mapped, to: source, keepsPitch: keepsPitch).found()
    }
}

extension ClipMeasurements.Partials {
    init(_ meter: PartialMeter) {
        self.init(lostPercent: 100 * meter.lostShare, wobbleDecibels: meter.wobbleDecibels)
    }
}
