internal import MediaTime

/// What reading every timestamp of the source's frames has found.
struct MeasuredFrames {
    /// How the source's frames follow one another.
    let timing: FrameTiming
    /// How many frames the output has, and how they come about.
    let counts: FrameCounts
    /// What is left of the source, where one of so many frames was to be kept.
    let decimated: DecimatedFrames?
    /// For each input the grid that its timestamps turned out to be rounded from, where a constant rate is asked for and the
    /// track had none.
    var grids: [Int: FrameGrid] = [:]
    /// For each input that its frames change their format, where they do.
    var formatChanges: [Int: FormatChange] = [:]
    /// Which frames have one place each at the constant rate that is asked for.
    var even = EvenFrames(runs: [], whole: nil, overtaking: 0, end: 0)

    /// The frame that is shown for longest, where another one follows it and frames keep their own instants: when it is shown, and until that one
    /// is (target time).
    var longest: TimeRange?

    /// Whether each frame has one place by its timestamp as it stands.
    var haveOwnPlaces: Bool { counts.stalled == 0 && counts.dropped == 0 && counts.made == 0 }
}
