public import MediaTime

/// How much later than another camera's file a file begins, where several cameras are recorded together.
public struct FileOffset: Hashable, Sendable {
    /// When the file's first frame was taken, less when the other file's first frame was, in seconds, to the microsecond of
    /// drivers. Positive where this file begins later. Zero for the files of the camera with which the others are compared.
    public let time: RationalTime
    /// The path of the other file: of the first camera that has any, the one that begins nearest to this one.
    public let reference: String
}
