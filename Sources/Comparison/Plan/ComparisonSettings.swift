public import MediaTime
public import TimeStretch

/// What is compared, and how. The defaults suit most clips.
public struct ComparisonSettings: Sendable {
    /// How fast the clip is played (source time ÷ target time), in the order of the report.
    public var rates: [PlaybackRate] = [PlaybackRate(1, 2), PlaybackRate(1, 4)]
    /// The algorithms, in the order of the report.
    public var algorithms: [PitchAlgorithm] = PitchAlgorithm.allCases.filter(\.abilities.isComparedByDefault)
    /// Whether the files themselves are brought to one loudness, the quietest one's. The page always can.
    public var matchesLevels = false
    /// What other programs have made of the same clip.
    public var others: [OtherRendering] = []

    /// The default settings.
    public init() {}
}
