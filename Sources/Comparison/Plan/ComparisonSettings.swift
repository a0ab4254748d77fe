public import MediaTime
public import TimeStretch

/// What is compared, and how.
public struct ComparisonSettings: Sendable {
    /// How fast the clip is played (source time ÷ target time), in the order of the report.
    public var rates: [PlaybackRate] = [PlaybackRate(1, 2), PlaybackRate(1, 4)]
    /// The algorithms, in the order of the report.
    public var algorithms: [PitchAlgorithm] = PitchAlgorithm.allCases.filter(\.abilities.isComparedByDefault)
    /// Whether the files are brought to the loudness of the softest one. The page can do that in any case.
    public var matchesLevels = false
    /// Other programs that render the clip and the test program, too, in the order of the report.
    public var peers: [Peer] = []
    /// Renderings of the same clip by other programs.
    public var others: [OtherRendering] = []

    /// The default settings.
    public init() {}
}
