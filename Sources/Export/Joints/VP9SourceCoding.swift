internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// VP9 of a source: its key frames say all that others must be like. Packets are decoded in the order in which they are shown, with
/// what is not shown in front of what is (superframes), so that nothing refers across a key frame.
struct VP9SourceCoding: SourceCoding {
    /// The first key frame, and whether one was found that is unlike it.
    private var key: VP9KeyFrame?
    private var changes = false

    mutating func begin(_ parameters: CodecParameters) {}

    mutating func take(_ payload: Span<UInt8>) -> JointPlace {
        guard let next = VP9KeyFrame(payload) else { return JointPlace() }
        if let key, key != next { changes = true }
        key = key ?? next
        return JointPlace(isBreak: true, isSeparate: true)
    }

    var encoding: VideoEncoding { VideoEncoding(codec: .vp9, quality: VP9Joint.quality) }

    var information: [UInt8]? { nil }

    func mismatch(_ parameters: CodecParameters) -> String? {
        if changes { return "its key frames differ in size or colour" }
        guard let key, key.width != parameters.width || key.height != parameters.height else { return nil }
        return
            "its key frames are \(key.width)x\(key.height), and \(parameters.width)x\(parameters.height) is said of it"
    }

    func joint(_ parameters: CodecParameters, allowingGaps allowsGaps: Bool) -> (any JointEncoding)? {
        key.map(VP9Joint.init)
    }
}
