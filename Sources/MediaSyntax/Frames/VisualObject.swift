/// The header of a frame of MPEG-4: a video object plane (ISO/IEC 14496-2, 6.2.5).
package struct VisualObject: Hashable, Sendable {
    /// What a frame refers to: its `vop_coding_type`.
    package enum Kind: UInt8, Sendable {
        case intra, predicted, bidirectional, sprite
    }

    package let kind: Kind
    /// What stands behind the kind; `nil` where it cannot be read, be it because the layer's header is not known.
    let details: Details?

    struct Details: Hashable, Sendable {
        /// So many seconds have gone by since the time that it counts from.
        let seconds: Int64
        /// Ticks after the last of these.
        let ticks: Int64
        /// Whether there is anything behind the header: `vop_coded`. Where not, a decoder shows nothing new.
        let isCoded: Bool
        /// Whether the header holds a number that is not allowed.
        var isBroken = false
    }

    /// The header of the first frame in a packet; `nil` where there is no frame.
    ///
    /// - Complexity: O(bytes before the frame).
    package init?(_ payload: Span<UInt8>, layer: VisualObjectLayer? = nil) {
        guard let start = VisualObjectCode.next(.plane, in: payload, from: 0) else { return nil }
        var reader = BitReader(VisualObjectCode.bytes(behind: start, in: payload, limit: Self.limit)[...])
        guard let type = reader.bits(2), let kind = Kind(rawValue: UInt8(type)) else { return nil }
        self.kind = kind
        details = layer.flatMap { Self.details(&reader, kind, $0) }
    }

    /// How many frames there are in a packet.
    ///
    /// - Complexity: O(bytes of the packet).
    package static func count(in payload: Span<UInt8>) -> Int {
        var (count, index) = (0, 0)
        while let start = VisualObjectCode.next(.plane, in: payload, from: index) {
            count += 1
            index = start + 4
        }
        return count
    }

    private static func details(_ reader: inout BitReader, _ kind: Kind, _ layer: VisualObjectLayer) -> Details? {
        var seconds: Int64 = 0
        while let bit = reader.bit(), bit { seconds += 1 }
        guard reader.skip(1), let ticks = reader.bits(layer.timeBits), reader.skip(1), let isCoded = reader.bit() else {
            return nil
        }
        var details = Details(seconds: seconds, ticks: Int64(ticks), isCoded: isCoded)
        guard isCoded, let rest = layer.rest else { return details }
        // How samples are rounded, the threshold of another code, and the order of fields.
        let between = (kind == .predicted ? 1 : 0) + 3 + (rest.isInterlaced ? 2 : 0)
        var isWhole = reader.skip(between) && reader.bits(rest.quantiserBits) ?? 0 != 0
        // How far vectors reach, forward and backward.
        if kind != .intra { isWhole = isWhole && reader.bits(3) ?? 0 != 0 }
        if kind == .bidirectional { isWhole = isWhole && reader.bits(3) ?? 0 != 0 }
        details.isBroken = !isWhole
        return details
    }

    /// What is read stands within so many bytes, unless minutes go by between frames.
    private static let limit = 64
}
