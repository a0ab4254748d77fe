internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// AV1 of a source: the headers of its sequences. Packets are decoded in the order in which they are shown, with what is not shown in
/// front of what is, so that nothing refers across a key frame that is shown at once.
struct AV1SourceCoding: SourceCoding {
    private var stream: AV1Stream
    /// The first sequence's, and whether one was found that is unlike it.
    private var header: AV1SequenceHeader?
    private var changes = false
    private(set) var information: [UInt8]?

    init(_ parameters: CodecParameters) {
        stream = AV1Stream(configuration: parameters.extradata)
        header = stream.header
    }

    mutating func begin(_ parameters: CodecParameters) {
        stream = AV1Stream(configuration: parameters.extradata)
    }

    mutating func take(_ payload: Span<UInt8>) -> JointPlace {
        if let next = stream.header(of: payload) {
            if let header, !header.isLike(next) { changes = true }
            header = header ?? next
        }
        if information == nil { information = AV1Stream.lastingInformation(of: payload) }
        let isKey = stream.decodingEntry(payload)?.kind == .exact
        return JointPlace(isBreak: isKey, isSeparate: isKey)
    }

    var encoding: VideoEncoding { VideoEncoding(codec: .av1, quality: AV1Joint.quality, preset: AV1Joint.preset) }

    func mismatch(_ parameters: CodecParameters) -> String? {
        if changes { return "its sequences differ in size or in how samples are kept" }
        guard let header else { return nil }
        if header.operatingPoints > 1 { return "frames in layers are not encoded" }
        guard header.width != parameters.width || header.height != parameters.height else { return nil }
        return
            "its frames are \(header.width)x\(header.height), and \(parameters.width)x\(parameters.height) is said of it"
    }

    func joint(_ parameters: CodecParameters, allowingGaps allowsGaps: Bool) -> (any JointEncoding)? {
        header.map(AV1Joint.init)
    }
}
