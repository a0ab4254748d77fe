internal import FFmpeg

/// Frames that are encoded, and differ from the first one of their clip by their size, by how samples are kept, or by how players turn them. They become as large as
/// that one, and like it.
public struct UnlikeFrames: Hashable, Sendable {
    private struct Format: Hashable {
        let width: Int
        let height: Int
        let pixelFormat: PixelFormat?
        let turn: StreamSideData?
    }

    /// How many there are.
    public private(set) var count: Int64 = 0
    /// Of the first frame of each part of the track.
    private var first: [Int: Format] = [:]

    /// What the user should know; `nil` where all frames are alike.
    public var warning: String? {
        guard count > 0 else { return nil }
        let (frames, are) = count == 1 ? ("a frame", "is") : ("\(count) frames", "are")
        return "\(frames) \(are) of another size, format or orientation than the first, and encoded like that"
    }

    /// No frame.
    init() {}

    /// Takes the next frame.
    mutating func note(_ frame: borrowing Frame, ofPart part: Int) {
        let turn = StreamSideData(displayOf: frame)
        let format = Format(width: frame.width, height: frame.height, pixelFormat: frame.pixelFormat, turn: turn)
        if first[part] == nil { first[part] = format }
        if first[part] != format { count += 1 }
    }
}
