internal import FFmpeg

/// How a source's frames are coded, as far as encoded ones beside them must be like them: what a codec adds to stitching. It looks at
/// the packets next to the cuts.
protocol SourceCoding: Sendable {
    /// Goes on with a file that has these headers.
    mutating func begin(_ parameters: CodecParameters)

    /// Takes the next packet, and says what can be next to its frame.
    mutating func take(_ payload: Span<UInt8>) -> JointPlace

    /// How frames are encoded that are no worse than those that were looked at.
    var encoding: VideoEncoding { get }

    /// What the first of them that says it says of all behind it, as it stands before key frames; `nil` where none does.
    var information: [UInt8]? { get }

    /// What of the source the encoder cannot do, in words; `nil` where it can do all.
    func mismatch(_ parameters: CodecParameters) -> String?

    /// How frames are encoded beside the source's, or beside some of them if `allowsGaps`; `nil` where its headers do not allow it.
    func joint(_ parameters: CodecParameters, allowingGaps allowsGaps: Bool) -> (any JointEncoding)?
}

/// Where a frame is in its stream, as far as copying can begin or end next to it.
struct JointPlace: Hashable, Sendable {
    /// Whether no frame that is presented after it refers to one that is decoded before it.
    var isBreak = false
    /// Whether, besides, all frames that are decoded before it are presented before all others.
    var isSeparate = false
    /// Whether it may become a break (``FrameRestart``), because it refers to no other frame.
    var isEntry = false
}
