/// What a recording whose size has a limit may still take. A frame that is being encoded is in no file yet, and has its room kept; so
/// has the audio of the last frames, which comes after them.
struct SizeBudget {
    /// In bytes; `nil` for none.
    let limit: UInt64?
    private let hasAudio: Bool
    /// Frames that were given to the coder, less those that came from it.
    private var framesInCoder = 0
    /// The bytes of the frames so far, how many they are, and the largest of them.
    private var frames = (sum: 0, count: 0, largest: 0)
    /// Whether not even the frames that are being encoded are taken.
    private var isClosed = false

    /// Frames that are lost in a coder come no more.
    private static let mostInCoder = 64
    /// Of half a second, in bytes.
    private static let lastAudio: UInt64 = 16 << 10

    init(_ limit: UInt64?, hasAudio: Bool) { (self.limit, self.hasAudio) = (limit, hasAudio) }

    /// Says that a frame goes to the coder, from which its packet will come.
    mutating func expectFrame() { framesInCoder = min(framesInCoder + 1, Self.mostInCoder) }

    /// Takes note of a frame's packet of so many bytes.
    mutating func addFrame(_ bytes: Int) {
        framesInCoder = max(0, framesInCoder - 1)
        frames = (frames.sum + bytes, frames.count + 1, max(frames.largest, bytes))
    }

    /// Whether a packet would make a file larger than it may be. There is always room for the audio of its last frames.
    func refuses(_ bytes: Int, isFrame: Bool, in segment: RecordingSegment) -> Bool {
        guard let limit else { return false }
        return isFrame && isClosed || segment.expectedSize(adding: bytes) + (isFrame ? audio : 0) > limit
    }

    /// Nothing more is taken.
    mutating func close() { isClosed = true }

    /// Whether a file of so many bytes has no room for more frames than the coder has.
    func isFilled(by size: UInt64) -> Bool {
        guard let limit else { return false }
        return size + roomForCoder >= limit
    }

    private var audio: UInt64 { hasAudio ? Self.lastAudio : 0 }

    /// Bytes that the frames will take which the coder has, and their audio.
    var roomForCoder: UInt64 {
        guard framesInCoder > 0, frames.count > 0 else { return 0 }
        return UInt64(2 * framesInCoder * (frames.sum / frames.count) + frames.largest) + audio
    }
}
