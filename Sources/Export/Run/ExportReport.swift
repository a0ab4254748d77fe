public import MediaTime

/// How far an export is.
public struct ExportProgress: Sendable {
    /// How much of the work is done, about, between 0 and 1: the part of the output's duration that is written, with what is
    /// measured beforehand where frames are steadied.
    public let fraction: Double
    /// The number of frames that have been written.
    public let frames: Int64
}

/// What an export has done.
public struct ExportReport: Sendable {
    /// The path of the file.
    public let output: String
    /// How long it is presented, in target time: from zero to the end of the track that ends last.
    public let duration: RationalTime
    /// The frames of the first video track.
    public let frames: PresentedFrames
    /// What steadying its frames has cost; `nil` where they are not steadied.
    public let steadied: SteadyFrames?
    /// Audio beyond full scale in the track that has most of it; `nil` where there is none.
    public let clipping: AudioClipping?
    /// What was made between frames of the source; `nil` where nothing is.
    public let made: MadeFrames?
    /// Copied frames that are shown later than their timestamps say, because neighbours share their instant.
    public let moved: MovedFrames
    /// Frames of numbered images that are unlike the first. Of other clips the plan says it.
    public let unlike: UnlikeFrames
    /// The places where an input could not be read; of many the first 50.
    public let damage: [Damage]
    /// The number of all damaged places.
    public let damageCount: Int
}
