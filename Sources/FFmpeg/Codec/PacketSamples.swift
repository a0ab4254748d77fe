internal import CFFmpeg

/// Says how many samples a decoder makes of each packet of audio, by what the packet itself and the codec's headers say.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct PacketSamples: ~Copyable, @unchecked Sendable {
    private let parameters: CodecParameters
    private let isOpus: Bool
    /// Packets of Vorbis have one of two lengths, and overlap with the one before.
    private let vorbis: OpaquePointer?

    /// Of a stream.
    package init(_ parameters: CodecParameters) {
        self.parameters = parameters
        isOpus = parameters.codecName == "opus"
        let headers = parameters.codecName == "vorbis" ? parameters.extradata : []
        unsafe vorbis = headers.isEmpty ? nil : av_vorbis_parse_init(headers, Int32(headers.count))
    }

    deinit {
        var vorbis: OpaquePointer? = unsafe vorbis
        unsafe av_vorbis_parse_free(&vorbis)
    }

    /// The samples of the packet that follows those that were asked for before; `nil` where nothing says so.
    package func count(of packet: borrowing Packet) -> Int? {
        if isOpus { return packet.withPayload(OpusPacket.sampleCount) }
        if let vorbis = unsafe vorbis {
            let count = packet.withPayload { payload in
                unsafe payload.withUnsafeBufferPointer { bytes in
                    unsafe Int(av_vorbis_parse_frame(vorbis, bytes.baseAddress, Int32(bytes.count)))
                }
            }
            return count > 0 ? count : nil
        }
        if parameters.codecName == "vorbis" { return nil }
        let count = unsafe Int(av_get_audio_frame_duration2(parameters.pointer, Int32(packet.size)))
        return count > 0 ? count : nil
    }
}
