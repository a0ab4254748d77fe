/// A codec and how its units are laid out in packets: all that it takes to find units, and to exchange them.
package struct NALUnits: Hashable, Sendable {
    package let codec: NALCodec
    package let framing: NALFraming
    /// The headers out of band; empty where they are not known.
    let configuration: [UInt8]

    package init(_ codec: NALCodec, _ framing: NALFraming) {
        self.codec = codec
        self.framing = framing
        configuration = []
    }

    /// As the headers out of band say it: a configuration record means lengths, anything else start codes.
    package init(_ codec: NALCodec, configuration: [UInt8]) {
        self.codec = codec
        framing = codec.lengthSize(inRecord: configuration).map { .lengths(size: $0) } ?? .startCodes
        self.configuration = configuration
    }

    /// Whether the headers out of band say that each picture is one field of two: HEVC (`field_seq_flag`, H.265, E.2.1).
    package var havePicturesOfFields: Bool {
        guard codec == .hevc else { return false }
        return codec.units(inHeaders: configuration).contains { unit in
            guard case .hevc(let header) = NALUnitHeader(unit, codec: codec) else { return false }
            return header.type == .sequenceParameterSet && PictureFormat(hevc: unit)?.isField ?? false
        }
    }

    /// The header of the first unit that is looked for.
    package func firstHeader(in payload: Span<UInt8>, where isWanted: (NALUnitHeader) -> Bool) -> NALUnitHeader? {
        var cursor = NALUnitCursor(framing)
        while let start = cursor.next(in: payload) {
            if let header = NALUnitHeader(payload, at: start, codec: codec), isWanted(header) { return header }
        }
        return nil
    }

    /// Whether a payload has slices, and no other frame refers to any of them. Of a frame's fields, one may refer to the other.
    package func isDisposable(_ payload: Span<UInt8>, temporalLayers: UInt8?) -> Bool {
        var cursor = NALUnitCursor(framing)
        var hasSlice = false
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: codec), header.isSlice else { continue }
            guard header.isDisposable(temporalLayers: temporalLayers) else { return false }
            hasSlice = true
        }
        return hasSlice
    }

    /// Whether the lengths before a payload's units fit into it: each unit has a byte at least, and ends within the payload.
    /// Decoders pass over a packet in which one does not. Between start codes there is nothing that would not fit.
    ///
    /// - Complexity: O(number of units).
    package func fit(_ payload: Span<UInt8>) -> Bool {
        guard case .lengths(let size) = framing else { return true }
        var position = 0
        // Fewer bytes are no unit: padding.
        while payload.count - position >= 4 {
            var length = 0
            for index in 0..<size { length = length << 8 | Int(payload[position + index]) }
            position += size
            guard length > 0, length <= payload.count - position else { return false }
            position += length
        }
        return true
    }

    /// The units of a payload, up to the first that is cut short.
    package func units(of payload: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let span = payload.span
        var cursor = NALUnitCursor(framing)
        var units: [ArraySlice<UInt8>] = []
        while let start = cursor.next(in: span), let end = cursor.end(ofUnitAt: start, in: span) {
            units.append(payload[payload.startIndex + start..<payload.startIndex + end])
        }
        return units
    }

    /// A payload with its units replaced by what a closure makes of each; all else stays bit for bit. `nil` where a unit
    /// is cut short, where a new one is too long for the length before it, and where start codes divide the payload.
    package func replacingUnits(
        of payload: ArraySlice<UInt8>,
        _ replace: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
    ) -> [UInt8]? {
        guard case .lengths(let size) = framing else { return nil }
        var reader = ByteReader(payload)
        var writer = ByteWriter()
        while !reader.rest.isEmpty {
            guard let length = reader.unsigned(byteCount: size), let unit = reader.bytes(Int(length)) else {
                return nil
            }
            let new = replace(unit)
            guard new.count < 1 << (8 * size) else { return nil }
            writer.unsigned(UInt64(new.count), byteCount: size)
            writer.append(new)
        }
        return writer.bytes
    }

    /// A payload of some units; `nil` where one is too long for the length before it.
    package func payload(of units: [ArraySlice<UInt8>]) -> [UInt8]? {
        var writer = ByteWriter()
        for unit in units {
            switch framing {
            case .lengths(let size):
                guard unit.count < 1 << (8 * size) else { return nil }
                writer.unsigned(UInt64(unit.count), byteCount: size)
            case .startCodes:
                writer.append([0, 0, 0, 1])
            }
            writer.append(unit)
        }
        return writer.bytes
    }
}
