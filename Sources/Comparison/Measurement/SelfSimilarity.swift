/// How alike a clip's rendering and the clip are, through a map.
///
/// A real clip gives no known instants, so this says less than ``Measurements``. It is not quality either: an ideal
/// rendering at a slower tempo is less like its source than what most algorithms make.
public struct SelfSimilarity: Codable, Hashable, Sendable {
    /// How many samples the rendering has too many (positive) or too few (negative).
    public var lengthErrorSamples: Int
    /// The level of the rendering over the source's, in decibels; `nil` where either is silent.
    public var levelDecibels: Double?
    /// What became of the stereo image; `nil` unless both have two channels, and neither's side or middle is silent.
    public var stereo: Measurements.Stereo?
    /// How far the short-time spectra are from the source's at the same instants, in decibels; the lower the more
    /// alike. `nil` where the source is silent, or shorter than a spectrum.
    public var spectralConvergenceDecibels: Double?
}
