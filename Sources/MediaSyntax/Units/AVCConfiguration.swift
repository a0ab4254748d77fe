/// `avcC`: the configuration record of H.264 (ISO/IEC 14496-15, 5.3.3.1).
package struct AVCConfiguration: DecoderConfiguration {
    package static let types: [BoxType] = ["avcC"]

    /// Version, profile, compatibility, level and the size of lengths, with their reserved bits.
    private let head: ArraySlice<UInt8>
    /// The number of sequence parameter sets, with its reserved bits.
    private var sequenceCount: UInt8
    private var sequence: SetList
    private var picture: SetList
    /// What the high profiles add, as it stands.
    private let rest: ArraySlice<UInt8>

    /// Where the size of lengths stands.
    static let lengthPlace = 4

    package init?(record: ArraySlice<UInt8>) {
        var reader = ByteReader(record)
        guard let head = reader.bytes(Self.lengthPlace + 1), head.first == 1, let sequenceCount = reader.uint8(),
            let sequence = SetList(&reader, count: Int(sequenceCount & 0x1F)), let pictureCount = reader.uint8(),
            let picture = SetList(&reader, count: Int(pictureCount))
        else { return nil }
        (self.head, self.sequenceCount) = (head, sequenceCount)
        (self.sequence, self.picture) = (sequence, picture)
        rest = reader.rest
    }

    package var sequenceParameterSets: [ArraySlice<UInt8>] { sequence.units }
    package var pictureParameterSets: [ArraySlice<UInt8>] { picture.units }

    package var units: [ArraySlice<UInt8>] { sequence.units + picture.units }

    package var record: [UInt8] {
        var writer = ByteWriter()
        writer.append(head)
        writer.uint8(sequenceCount)
        sequence.write(into: &writer)
        writer.uint8(UInt8(picture.units.count))
        picture.write(into: &writer)
        writer.append(rest)
        return writer.bytes
    }

    package mutating func replaceUnits(_ replace: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) {
        sequence.replace(replace)
        picture.replace(replace)
    }

    /// The record with further sets behind its own; `nil` where there is no room for them.
    package func adding(sequenceSet: [UInt8], pictureSet: [UInt8]) -> AVCConfiguration? {
        guard sequence.units.count < 31, picture.units.count < 255,
            max(sequenceSet.count, pictureSet.count) <= UInt16.max
        else { return nil }
        var longer = self
        longer.sequence.append(sequenceSet[...])
        longer.picture.append(pictureSet[...])
        // The number has five bits.
        longer.sequenceCount += 1
        return longer
    }
}
