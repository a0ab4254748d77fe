public import TimeStretch

/// How alike a clip and its rendering through a map are.
///
/// The instants of a real clip are not known, so this says less than ``Measurements``. It is no measure of quality: an ideal
/// rendering at a slower tempo is less like its source than the output of most algorithms.
public struct SelfSimilarity: Codable, Hashable, Sendable {
    /// How many samples the rendering has too many (positive) or too few (negative).
    public var lengthErrorSamples: Int
    /// The level of the rendering over the source's, in decibels; `nil` where the source is silent.
    public var levelDecibels: Double?
    /// How well the stereo image is kept; `nil` unless both have two channels, and no side or middle is silent.
    public var stereo: Measurements.Stereo?
    /// How far the short-time spectra are from the source's at the same instants, in decibels; lower is more alike. `nil`
    /// where the source is silent, or where the rendering is shorter than one spectrum.
    public var spectralConvergenceDecibels: Double?

    /// Compares a rendering with its source.
    ///
    /// - Parameters:
    ///   - rendering: The clip after the algorithm.
    ///   - source: The clip's audio from the map's source sample 0 on, at the same sample rate.
    ///   - map: The map that the rendering should have followed.
    ///   - sampleRate: Samples per second of both.
    /// - Throws: `TimeStretchError` with the code `engine`.
    /// - Complexity: O(*n* log *n*) in the rendering's length.
    public init(
        of rendering: PlanarSamples,
        to source: PlanarSamples,
        through map: SampleMap,
        sampleRate: Int
    ) throws(TimeStretchError) {
        let source = source.limited
        let mapped = MappedRendering(rendering, through: map, sampleRate: sampleRate)
        // The map may play only a part of the source.
        let first = mapped.sourcePosition(at: 0)
        let end = mapped.sourcePosition(at: Int(map.outputLength(sourceLength: Int64(source.frameCount))))
        let played = (Int(first)..<max(Int(end), Int(first))).clamped(to: 0..<source.frameCount)
        lengthErrorSamples = rendering.frameCount - Int(map.outputLength(sourceLength: Int64(source.frameCount)))
        let level = source.meanSquare(over: played)
        levelDecibels =
            level > 0 ? Decibels.power(mapped.samples.meanSquare(over: 0..<rendering.frameCount), over: level) : nil
        stereo = try .change(
            from: StereoImage(of: source, over: played, sampleRate: sampleRate),
            to: StereoImage(of: mapped.samples, over: 0..<rendering.frameCount, sampleRate: sampleRate)
        )
        // Both spectra come from one transform, so that a silent source's holds rounding errors.
        spectralConvergenceDecibels =
            level > 0
            ? try SpectralConvergence.measure(mapped, over: 0..<rendering.frameCount, to: source) : nil
    }
}
