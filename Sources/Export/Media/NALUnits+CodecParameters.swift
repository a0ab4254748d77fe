internal import FFmpeg
internal import MediaSyntax

extension NALUnits {
    /// The units of a stream; `nil` where its codec has none that are known.
    init?(_ parameters: CodecParameters) {
        guard let codec = NALCodec(rawValue: parameters.codecName) else { return nil }
        self.init(codec, configuration: parameters.extradata)
    }
}
