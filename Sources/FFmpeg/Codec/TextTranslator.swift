internal import CFFmpeg
internal import Glibc

/// Reads subtitles that are text of one kind, and writes them in another.
///
/// In between each text is a line of dialogue of SubStation Alpha, as libavcodec hands them from all decoders to all encoders: nine
/// fields, of which the last is the text.
///
/// `@unchecked Sendable`: whoever made it uses it on one thread at a time.
@safe
package final class TextTranslator: @unchecked Sendable {
    /// What is written.
    package let parameters: CodecParameters
    /// The names of the styles that lines may have.
    package let styles: [String]
    private let decoder: CodecContext
    private let encoder: CodecContext
    private let name: String
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    /// A translator from a stream's kind of text to that of an encoder, by libavcodec's name: `mov_text`, `subrip`, `webvtt`.
    package init(
        from source: CodecParameters,
        timeBase: TimeBase,
        to encoderName: String
    ) throws(FFmpegError) {
        FFmpegLog.install()
        name = source.codecName
        guard let decoding = unsafe avcodec_find_decoder(source.pointer.pointee.codec_id) else {
            throw FFmpegError("find a decoder for", name, code: oc_averror_decoder_not_found)
        }
        let decoder = try unsafe CodecContext(for: decoding)
        try check(
            unsafe avcodec_parameters_to_context(decoder.pointer, source.pointer),
            "set up the decoder",
            name
        )
        unsafe decoder.pointer.pointee.pkt_timebase = timeBase.rational
        try check(unsafe avcodec_open2(decoder.pointer, decoding, nil), "open the decoder", name)
        guard let encoding = unsafe avcodec_find_encoder_by_name(encoderName) else {
            throw FFmpegError("find the encoder", encoderName, code: oc_averror_encoder_not_found)
        }
        let encoder = try unsafe CodecContext(for: encoding)
        unsafe encoder.pointer.pointee.time_base = timeBase.rational
        var header: [UInt8] = []
        if let bytes = unsafe decoder.pointer.pointee.subtitle_header {
            let size = Int(unsafe decoder.pointer.pointee.subtitle_header_size)
            header = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
            // The encoder's own copy, with an end that its parser finds.
            let copy = try unsafe allocated(av_mallocz(size + 1), "a header").assumingMemoryBound(to: UInt8.self)
            unsafe copy.update(from: bytes, count: size)
            unsafe encoder.pointer.pointee.subtitle_header = copy
            unsafe encoder.pointer.pointee.subtitle_header_size = Int32(size)
        }
        styles = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            guard line.hasPrefix("Style:") else { return nil }
            return line.dropFirst("Style:".count).split(separator: ",").first.map { name in
                String(name.drop(while: \.isWhitespace))
            }
        }
        try check(unsafe avcodec_open2(encoder.pointer, encoding, nil), "open the encoder", encoderName)
        parameters = try unsafe CodecParameters(of: encoder.pointer)
        self.decoder = decoder
        self.encoder = encoder
    }

    /// The lines of dialogue of a packet; none where it says only that nothing is shown.
    package func lines(of packet: borrowing Packet) throws(FFmpegError) -> [String] {
        try packet.load()
        var subtitle = unsafe AVSubtitle()
        var isComplete: Int32 = 0
        let code = unsafe avcodec_decode_subtitle2(decoder.pointer, &subtitle, &isComplete, packet.pointer)
        try check(code, "decode", name)
        guard isComplete != 0 else { return [] }
        defer { unsafe avsubtitle_free(&subtitle) }
        return (0..<Int(unsafe subtitle.num_rects)).compactMap { index in
            guard let line = unsafe subtitle.rects[index]?.pointee.ass else { return nil }
            return unsafe String(cString: line)
        }
    }

    /// The payload of a packet in which a line of dialogue is shown.
    package func payload(of line: String) throws(FFmpegError) -> [UInt8] {
        let size = unsafe line.withCString { text -> Int32 in
            var shown = unsafe AVSubtitleRect()
            unsafe shown.type = SUBTITLE_ASS
            unsafe shown.ass = UnsafeMutablePointer(mutating: text)
            return unsafe withUnsafeMutablePointer(to: &shown) { shown in
                var first: UnsafeMutablePointer<AVSubtitleRect>? = unsafe shown
                return unsafe withUnsafeMutablePointer(to: &first) { list in
                    var subtitle = unsafe AVSubtitle()
                    unsafe subtitle.num_rects = 1
                    unsafe subtitle.rects = list
                    return unsafe avcodec_encode_subtitle(encoder.pointer, &buffer, Int32(buffer.count), &subtitle)
                }
            }
        }
        try check(size, "encode", "a subtitle")
        return Array(buffer[..<Int(size)])
    }
}
