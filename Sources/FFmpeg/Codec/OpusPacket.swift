/// What the first bytes of a packet of Opus say (RFC 6716, 3.1 and 3.2).
package enum OpusPacket {
    /// The samples that a decoder makes of a packet, at ``OpusHeader/sampleRate``; `nil` where it is none.
    package static func sampleCount(_ payload: Span<UInt8>) -> Int? {
        guard payload.count > 0 else { return nil }
        let configuration = Int(payload[0] >> 3)
        let frameLength =
            switch configuration {
            // 10 to 60 ms of speech, 10 or 20 ms of both kinds, 2.5 to 20 ms of music.
            case ..<12: [480, 960, 1920, 2880][configuration & 3]
            case ..<16: [480, 960][configuration & 1]
            default: [120, 240, 480, 960][configuration & 3]
            }
        let frameCount: Int
        switch payload[0] & 3 {
        case 0: frameCount = 1
        case 1, 2: frameCount = 2
        default:
            guard payload.count > 1 else { return nil }
            frameCount = Int(payload[1] & 63)
        }
        let count = frameCount * frameLength
        return (1...longest).contains(count) ? count : nil
    }

    /// 120 ms.
    private static let longest = 5760
}
