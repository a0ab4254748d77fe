/// A frame as a camera with an encoder delivers it: in the byte-stream format of ITU-T H.264 and H.265, annex B.
///
/// Only what stands before the frame's own data is looked at.
struct CodedFrame {
    /// The parameter sets that come with it, each without its start code.
    private(set) var parameterSets: [[UInt8]] = []
    /// Whether decoding can begin with it; `nil` where there is no frame but only what others need.
    private(set) var isKey: Bool?

    /// - Complexity: O(bytes before the frame's data).
    init(_ bytes: Span<UInt8>, codec: Codec) {
        var next = Self.unit(in: bytes, from: 0)
        while let start = next, start < bytes.count {
            switch codec.unit(bytes[start]) {
            case .frame(let isKey):
                self.isKey = isKey
                return
            case .parameterSet:
                next = Self.unit(in: bytes, from: start)
                parameterSets.append(Self.bytes(of: bytes, from: start, to: next.map { $0 - 3 } ?? bytes.count))
            case .other:
                next = Self.unit(in: bytes, from: start)
            }
        }
    }

    /// Where the next unit begins: behind 00 00 01.
    private static func unit(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var zeros = 0
        for index in start..<bytes.count {
            if bytes[index] == 1, zeros >= 2 { return index + 1 }
            zeros = bytes[index] == 0 ? zeros + 1 : 0
        }
        return nil
    }

    /// A unit without the zeros that may follow it: its own last byte is none.
    private static func bytes(of bytes: Span<UInt8>, from start: Int, to end: Int) -> [UInt8] {
        var end = end
        while end > start, bytes[end - 1] == 0 { end -= 1 }
        return (start..<end).map { bytes[$0] }
    }
}

extension CodedFrame {
    /// The codecs that have this format.
    enum Codec: String {
        case h264
        case hevc

        enum Unit: Hashable {
            case frame(isKey: Bool)
            case parameterSet
            case other
        }

        /// What a unit is, by its first byte (H.264, table 7-1; H.265, table 7-1).
        func unit(_ header: UInt8) -> Unit {
            let type = type(header)
            switch self {
            case .h264:
                if (1...5).contains(type) { return .frame(isKey: type == 5) }
                return setTypes.contains(type) ? .parameterSet : .other
            case .hevc:
                // From 16 to 23 decoding can begin.
                if type < 32 { return .frame(isKey: (16...23).contains(type)) }
                return setTypes.contains(type) ? .parameterSet : .other
            }
        }

        /// Whether some parameter sets are all that a decoder needs.
        func isComplete(_ parameterSets: [[UInt8]]) -> Bool {
            setTypes.isSubset(of: parameterSets.compactMap { $0.first.map(type) })
        }

        private func type(_ header: UInt8) -> UInt8 { self == .h264 ? header & 0x1F : header >> 1 & 0x3F }

        /// Of sequences and frames; HEVC has one for video as well.
        private var setTypes: Set<UInt8> { self == .h264 ? [7, 8] : [32, 33, 34] }
    }
}
