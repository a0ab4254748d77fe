internal import FFmpeg
internal import MediaSyntax

extension PictureFormats {
    /// The formats of a stream's pictures; `nil` where its packets are not read for them.
    init?(_ parameters: CodecParameters) {
        self.init(codec: parameters.codecName, configuration: parameters.extradata)
    }

    /// Takes the next packet, in decoding order, with what the container says anew. Returns the format of its picture; `nil` where it does
    /// not say it.
    @discardableResult
    mutating func take(_ packet: borrowing Packet) -> PictureFormat? {
        if let headers = packet.newHeaders { take(headers: headers) }
        return packet.withUnitHeads { take($0) }
    }
}
