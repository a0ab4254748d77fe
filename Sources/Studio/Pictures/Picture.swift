/// A frame of a clip as a JPEG file.
public struct Picture: Sendable {
    /// Why it comes.
    public enum Kind: UInt32, Sendable {
        /// It is the frame that was asked for.
        case exact = 1
        /// It is near the frame that was asked for, which follows.
        case near = 2
        /// It is a frame that will perhaps be asked for next.
        case ahead = 4
        /// The frame that was asked for cannot be decoded; this is near it, and nothing follows.
        case substitute = 10
    }

    /// The clip.
    public let clip: Int
    /// The frame that it shows, counted from 0.
    public let frame: Int
    /// Why it comes.
    public let kind: Kind
    /// The greatest width that was asked for, in pixels.
    public let width: Int
    /// The file; empty where nothing near can be decoded either.
    public let jpeg: [UInt8]

    /// The same under another number: of frames with one timestamp all are shown by the first.
    func numbered(_ frame: Int) -> Picture { Picture(clip: clip, frame: frame, kind: kind, width: width, jpeg: jpeg) }
}
