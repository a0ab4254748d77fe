/// What the header in front of a packet of AAC says of how all packets like it are decoded (ISO/IEC 14496-3, 1.A.2.2.1:
/// `adts_fixed_header`). Containers without such headers say it once for all packets.
package struct ADTSHeader: Hashable, Sendable {
    /// `profile_ObjectType`: 1 for Low Complexity.
    package let profile: UInt8
    /// Samples a second; `nil` where the number stands for no rate.
    package let sampleRate: Int?
    /// `channel_configuration`: 1 to 6 for so many channels, 7 for eight, 0 where a packet's own data say it.
    package let channels: UInt8

    /// Reads what a packet begins with; `nil` where that is no such header.
    package init?(_ payload: Span<UInt8>) {
        // Twelve ones, a bit for MPEG-2, and two zeros for the layer.
        guard payload.count >= Self.size, payload[0] == 0xFF, payload[1] & 0xF6 == 0xF0 else { return nil }
        profile = payload[2] >> 6
        let rate = Int(payload[2] >> 2 & 15)
        sampleRate = Self.sampleRates.indices.contains(rate) ? Self.sampleRates[rate] : nil
        channels = payload[2] << 2 & 4 | payload[3] >> 6
    }

    /// Whether a packet is a header that can be taken off, and something behind it: of a known rate, a length that is possible, and without
    /// a checksum for each of several frames.
    package static func isWhole(_ payload: Span<UInt8>) -> Bool {
        guard let header = ADTSHeader(payload), header.sampleRate != nil else { return false }
        let hasChecksum = payload[1] & 1 == 0
        let length = Int(payload[3] & 3) << 11 | Int(payload[4]) << 3 | Int(payload[5] >> 5)
        let holdsSeveral = payload[6] & 3 != 0
        return length >= size && payload.count > size + (hasChecksum ? 2 : 0) && !(hasChecksum && holdsSeveral)
    }

    /// Samples of a frame, which is nearly always one to a packet.
    package static let frameLength: Int64 = 1024

    /// Bytes of a header without a checksum.
    private static let size = 7
    /// By `sampling_frequency_index` (1.6.3.4).
    private static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]
}
