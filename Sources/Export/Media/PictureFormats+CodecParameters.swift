internal import FFmpeg
internal import MediaSyntax

extension PictureFormats {
    /// The formats of a stream's pictures; `nil` where its packets are not read for them.
    init?(_ parameters: CodecParameters) {
        self.init(codec: parameters.codecName, configuration: parameters.extradata)
    }
}
