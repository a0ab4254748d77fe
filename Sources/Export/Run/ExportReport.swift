/// How far an export is.
public struct ExportProgress: Sendable {
    /// Between 0 and 1, of the output's duration.
    public let fraction: Double
    /// Frames that have been written.
    public let frames: Int64
}

/// What an export has done.
public struct ExportReport: Sendable {
    /// The file.
    public let output: String
    /// Frames in it.
    public let frames: Int64
    /// Where the input could not be read; the first of them, where there are many.
    public let damage: [Damage]
    /// How many damaged places there were in all.
    public let damageCount: Int
}
