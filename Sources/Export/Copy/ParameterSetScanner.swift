/// Looks for parameter sets in packets, and exchanges them.
struct ParameterSetScanner: Sendable {
    let codec: ParameterSetCodec
    /// Bytes of a unit's length prefix; `nil` where start codes separate the units (ITU-T H.264, annex B).
    let lengthSize: Int?

    /// Whether the packet carries a set; frames end the search, because sets stand before them.
    func findsParameterSet(in payload: Span<UInt8>) -> Bool {
        let place = firstUnit(in: payload) { codec.isParameterSet($0) || codec.isFrame($0) }
        return place.map { codec.isParameterSet(payload[$0]) } ?? false
    }

    /// Where the first unit begins whose first byte is one that is looked for.
    func firstUnit(in payload: Span<UInt8>, where isWanted: (UInt8) -> Bool) -> Int? {
        guard let lengthSize else { return firstUnitByStartCode(in: payload, where: isWanted) }
        var offset = 0
        while offset + lengthSize < payload.count {
            var length = 0
            for index in 0..<lengthSize { length = length << 8 | Int(payload[offset + index]) }
            if isWanted(payload[offset + lengthSize]) { return offset + lengthSize }
            offset += lengthSize + length
        }
        return nil
    }

    /// The payload of length-prefixed units with its sets exchanged for others, in their order; everything else stays
    /// bit-identical. `nil` where a unit is cut short.
    func exchange(_ payload: [UInt8], for sets: [ArraySlice<UInt8>]) -> [UInt8]? {
        guard let lengthSize else { return nil }
        var reader = ByteReader(payload)
        var sets = sets[...]
        var output: [UInt8] = []
        while !reader.rest.isEmpty {
            guard let length = reader.number(lengthSize), let unit = reader.bytes(length) else { return nil }
            let isSet = unit.first.map(codec.isParameterSet) ?? false
            let new = isSet ? sets.popFirst() ?? unit : unit
            for index in (0..<lengthSize).reversed() {
                output.append(UInt8(truncatingIfNeeded: new.count >> (8 * index)))
            }
            output += new
        }
        return output
    }

    /// The sets among units that start codes separate.
    func sets(inAnnexB bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var starts: [Int] = []
        var index = 0
        while index + 2 < bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                starts.append(index + 3)
                index += 3
            } else {
                index += 1
            }
        }
        let ends = starts.dropFirst().map { $0 - 3 } + [bytes.count]
        return zip(starts, ends).compactMap { start, end in
            // Zeros before the next start code belong to no unit: a unit never ends in one.
            var unit = bytes[start..<end]
            while unit.last == 0 { unit.removeLast() }
            return unit.first.map(codec.isParameterSet) == true ? unit : nil
        }
    }

    private func firstUnitByStartCode(in payload: Span<UInt8>, where isWanted: (UInt8) -> Bool) -> Int? {
        var offset = 0
        while offset + 3 < payload.count {
            guard payload[offset] == 0, payload[offset + 1] == 0, payload[offset + 2] == 1 else {
                offset += 1
                continue
            }
            if isWanted(payload[offset + 3]) { return offset + 3 }
            offset += 3
        }
        return nil
    }
}
