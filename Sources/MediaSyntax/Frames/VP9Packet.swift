/// A packet of VP9: a frame, or several with an index behind them (a superframe).
enum VP9Packet {
    /// Whether one of its frames is shown.
    static func shows(_ payload: Span<UInt8>) -> Bool {
        starts(payload).contains { start in
            guard start < payload.count else { return false }
            return showsFrame([payload[start], start + 1 < payload.count ? payload[start + 1] : 0])
        }
    }

    /// Where the frames begin (VP9 bitstream specification, annex B).
    private static func starts(_ payload: Span<UInt8>) -> [Int] {
        guard payload.count > 0 else { return [] }
        let marker = payload[payload.count - 1]
        let (count, size) = (Int(marker & 7) + 1, Int(marker >> 3 & 3) + 1)
        let index = payload.count - (2 + count * size)
        guard marker & 0xE0 == 0xC0, index > 0, payload[index] == marker else { return [0] }
        var starts: [Int] = []
        var start = 0
        for frame in 0..<count {
            starts.append(start)
            for byte in 0..<size { start += Int(payload[index + 1 + frame * size + byte]) << (8 * byte) }
        }
        return starts
    }

    /// The beginning of a frame's header (6.2): `show_existing_frame` or `show_frame`.
    private static func showsFrame(_ bytes: [UInt8]) -> Bool {
        var reader = BitReader(bytes[...])
        guard VP9KeyFrame.profile(&reader) != nil, let showsExisting = reader.bit(), !showsExisting, reader.skip(1)
        else { return true }
        return reader.bit() ?? true
    }
}
