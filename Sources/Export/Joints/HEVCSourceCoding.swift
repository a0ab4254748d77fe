internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// HEVC of a source.
struct HEVCSourceCoding: SourceCoding {
    private let units: NALUnits
    private(set) var information: [UInt8]?

    init(_ units: NALUnits) { self.units = units }

    mutating func begin(_ parameters: CodecParameters) {}

    mutating func take(_ payload: Span<UInt8>) -> JointPlace {
        if information == nil { information = units.lastingInformation(of: payload) }
        return JointPlace(units, payload)
    }

    /// x265's fastest preset at a quantiser that is fine enough: the frames are few, so their size counts less than the time.
    var encoding: VideoEncoding { VideoEncoding(codec: .hevc, quality: HEVCJoint.quantiser, preset: "ultrafast") }

    func mismatch(_ parameters: CodecParameters) -> String? {
        parameters.isInterlaced ? "fields of HEVC are not encoded" : units.mismatch
    }

    func joint(_ parameters: CodecParameters, allowingGaps allowsGaps: Bool) -> (any JointEncoding)? {
        HEVCJoint(
            headers: parameters.extradata,
            units: units,
            width: parameters.width,
            height: parameters.height
        )
    }
}
