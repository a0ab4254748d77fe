/// A stream of AV1: what is out of band, and what its packets say.
package struct AV1Stream: Hashable, Sendable {
    /// The header out of band; `nil` where there is none.
    package let header: AV1SequenceHeader?

    /// Of a stream with a configuration record (AV1 in ISO base media files, 2.3), or with units without one.
    package init(configuration: [UInt8]) {
        let isRecord = configuration.first == Self.recordMark && configuration.count >= Self.recordSize
        let units = isRecord ? Array(configuration.dropFirst(Self.recordSize)) : configuration
        header = Self.header(in: units.span)
    }

    /// What a packet says of where decoding can begin: at a key frame that is shown, behind the header of a sequence. One that is
    /// shown later stands behind frames of before it. `nil` where the packet ends before a frame.
    package func decodingEntry(_ payload: Span<UInt8>) -> DecodingEntry? {
        var hasHeader = header != nil
        var place = 0
        while let unit = AV1Unit(payload, at: place) {
            place = unit.end
            switch unit.kind {
            case .sequenceHeader: hasHeader = true
            case .frameHeader, .frame:
                guard unit.content < payload.count else { return nil }
                // `show_existing_frame`, `frame_type` and `show_frame` (5.9.2).
                let isShownKey = payload[unit.content] >> 4 == 0b0001
                return DecodingEntry(
                    kind: isShownKey && hasHeader ? .exact : .none,
                    isReference: true,
                    isDecodableLeading: false
                )
            default: break
            }
        }
        return nil
    }

    /// Whether a packet's units fit into it. Muxers of MP4 and Matroska take no others.
    ///
    /// - Complexity: O(number of units).
    package static func fit(_ payload: Span<UInt8>) -> Bool {
        var place = 0
        while place < payload.count {
            guard let unit = AV1Unit(payload, at: place), unit.isWhole else { return false }
            place = unit.end
        }
        return true
    }

    /// The header of a sequence in a packet; `nil` where it has none before its frame.
    package func header(of payload: Span<UInt8>) -> AV1SequenceHeader? { Self.header(in: payload) }

    /// A packet with the header of its sequence in it, so that it can follow another sequence.
    package func heading(_ payload: [UInt8]) -> [UInt8] {
        guard let header, Self.header(in: payload.span) == nil else { return payload }
        return header.unit + payload
    }

    /// An encoder's packet, whose headers state the level and the colours of another one; `nil` where they are not like it. Units that
    /// are put in stand before the frame.
    package static func packet(
        _ payload: [UInt8],
        stating header: AV1SequenceHeader,
        inserting units: [UInt8]
    ) -> [UInt8]? {
        var result: [UInt8] = []
        var place = 0
        var isInserted = units.isEmpty
        while place < payload.count {
            guard let unit = AV1Unit(payload.span, at: place), unit.end > place else { return nil }
            place = unit.end
            switch unit.kind {
            case .temporalDelimiter: continue
            case .sequenceHeader:
                let content = Array(payload[unit.content..<unit.end])
                guard let own = AV1SequenceHeader(content: content), own.isLike(header) else { return nil }
                result += own.stating(header)
                continue
            case .frame, .frameHeader:
                if !isInserted { result += units }
                isInserted = true
            default: break
            }
            result += payload[unit.start..<unit.end]
        }
        return result
    }

    /// The units before a packet's frame that hold for all frames up to the next sequence: the light of the content, and the display on
    /// which it was mastered (5.8.2); `nil` where there are none.
    package static func lastingInformation(of payload: Span<UInt8>) -> [UInt8]? {
        var units: [UInt8] = []
        var place = 0
        while let unit = AV1Unit(payload, at: place), unit.kind != .frame, unit.kind != .frameHeader {
            place = unit.end
            if unit.kind == .metadata, unit.content < unit.end, [1, 2].contains(payload[unit.content]) {
                units += AV1Unit.unit(.metadata, (unit.content..<unit.end).map { payload[$0] })
            }
        }
        return units.isEmpty ? nil : units
    }

    private static func header(in payload: Span<UInt8>) -> AV1SequenceHeader? {
        var place = 0
        while let unit = AV1Unit(payload, at: place), unit.kind != .frame, unit.kind != .frameHeader {
            place = unit.end
            if unit.kind == .sequenceHeader {
                return AV1SequenceHeader(content: (unit.content..<unit.end).map { payload[$0] })
            }
        }
        return nil
    }

    /// A record begins with a bit that is set, and its version 1; units come behind so many bytes.
    private static let (recordMark, recordSize) = (UInt8(0x81), 4)
}
