/// `hvcC`: the configuration record of HEVC (ISO/IEC 14496-15, 8.3.3.1).
package struct HEVCConfiguration: DecoderConfiguration {
    package static let types: [BoxType] = ["hvcC"]

    /// Units of one type.
    private struct UnitArray: Hashable, Sendable {
        /// The type, with the bit that says whether all units of the type are here.
        let type: UInt8
        var sets: SetList
    }

    /// Everything before the arrays, with its reserved bits.
    private let head: ArraySlice<UInt8>
    private var arrays: [UnitArray]
    private let rest: ArraySlice<UInt8>

    /// Where the size of lengths stands, together with the number of temporal layers.
    static let lengthPlace = 21

    package init?(record: ArraySlice<UInt8>) {
        var reader = ByteReader(record)
        guard let head = reader.bytes(Self.lengthPlace + 1), head.first == 1, let count = reader.uint8() else {
            return nil
        }
        self.head = head
        arrays = []
        for _ in 0..<count {
            guard let type = reader.uint8(), let count = reader.uint16(),
                let sets = SetList(&reader, count: Int(count))
            else { return nil }
            arrays.append(UnitArray(type: type, sets: sets))
        }
        rest = reader.rest
    }

    /// How many temporal layers there are by the fixed part of a record, even if the rest is damaged, or by sequence parameter sets
    /// between start codes (`sps_max_sub_layers_minus1`); `nil` where neither says it.
    package static func temporalLayers(in record: [UInt8]) -> UInt8? {
        guard record.first == 1 else {
            let sets = NALCodec.hevc.units(inHeaders: record)
                .filter { $0.first.map { HEVCUnitType(rawValue: $0 >> 1) } == .sequenceParameterSet }
            return sets.compactMap { $0.dropFirst(2).first.map { $0 >> 1 & 7 + 1 } }.max()
        }
        guard record.count > lengthPlace else { return nil }
        let count = record[lengthPlace] >> 3 & 7
        return count > 0 ? count : nil
    }

    /// The parameter sets, and what else of units is out of band, in the record's order.
    package var units: [ArraySlice<UInt8>] { arrays.flatMap(\.sets.units) }

    package var record: [UInt8] {
        var writer = ByteWriter()
        writer.append(head)
        writer.uint8(UInt8(arrays.count))
        for array in arrays {
            writer.uint8(array.type)
            writer.uint16(UInt16(array.sets.units.count))
            array.sets.write(into: &writer)
        }
        writer.append(rest)
        return writer.bytes
    }

    package mutating func replaceUnits(_ replace: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) {
        for index in arrays.indices { arrays[index].sets.replace(replace) }
    }

    /// The record with further sets behind its own; `nil` where it has none of a set's type, or no room.
    package func adding(_ units: [[UInt8]]) -> HEVCConfiguration? {
        var longer = self
        for unit in units {
            guard let first = unit.first, unit.count <= UInt16.max,
                let place = arrays.firstIndex(where: { $0.type & 0x3F == first >> 1 & 0x3F })
            else { return nil }
            longer.arrays[place].sets.append(unit[...])
        }
        return longer
    }
}
