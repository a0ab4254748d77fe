internal import FFmpeg
internal import MediaSyntax

extension FrameSyntax {
    /// The syntax of a stream; `nil` where its packets are not read.
    init?(_ parameters: CodecParameters) {
        self.init(codec: parameters.codecName, configuration: parameters.extradata)
    }
}
