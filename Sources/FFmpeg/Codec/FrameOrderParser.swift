internal import CFFmpeg

/// Tells in which order the frames of H.264 and HEVC are presented, from their headers, without decoding: by the picture
/// order count (H.264 8.2.1, H.265 8.3.1), as libavcodec's parser computes it.
struct FrameOrderParser {
    private let parser: CodecParser

    /// A parser of a stream; `nil` for other codecs.
    init?(_ parameters: CodecParameters) throws(FFmpegError) {
        let codec = unsafe parameters.pointer.pointee.codec_id
        guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC, let parser = try CodecParser(parameters) else {
            return nil
        }
        self.parser = parser
    }

    /// The place of the next packet's frame among those that follow the same key frame: a greater number is presented later.
    func number(of packet: borrowing Packet) -> Int {
        parser.parse(packet)
        return Int(unsafe parser.pointer.pointee.output_picture_number)
    }
}
