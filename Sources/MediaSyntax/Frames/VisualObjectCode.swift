/// Start codes of MPEG-4.
enum VisualObjectCode {
    case layer, group, plane

    private func matches(_ byte: UInt8) -> Bool {
        switch self {
        case .layer: (0x20...0x2F).contains(byte)
        case .group: byte == 0xB3
        case .plane: byte == 0xB6
        }
    }

    /// Where the next start code of this kind is. Those of layers and groups stand before the first frame.
    static func next(_ code: VisualObjectCode, in payload: Span<UInt8>, from first: Int) -> Int? {
        var index = first
        while index + 4 < payload.count {
            if payload[index] == 0, payload[index + 1] == 0, payload[index + 2] == 1 {
                let byte = payload[index + 3]
                if code.matches(byte) { return index }
                if code != .plane, VisualObjectCode.plane.matches(byte) { return nil }
            }
            index += 1
        }
        return nil
    }

    /// At most so many bytes behind a start code.
    static func bytes(behind start: Int, in payload: Span<UInt8>, limit: Int) -> [UInt8] {
        (start + 4..<min(start + 4 + limit, payload.count)).map { payload[$0] }
    }
}
