/// What messages of a stream of H.264 say of how a picture is shown, and when it was made (H.264, D.1.3 and D.2.3).
struct PictureTiming: Hashable, Sendable {
    /// `payloadType`.
    static let messageType: UInt8 = 1

    /// What the sequence parameter set says of the messages (H.264, E.1.1 and E.1.2).
    struct Layout: Hashable, Sendable {
        /// How many bits say when the picture is taken out of the buffers; 0 where none do.
        var delayBits = 0
        /// Whether pictures say how they are shown: `pic_struct_present_flag`.
        var hasStructure = false
        /// How many bits an instant's distance from its clock's has: `time_offset_length`, 24 where the set does not say.
        var offsetBits = 24
    }

    /// `pic_struct`: a frame, a field, and which fields are shown in which order.
    var structure: UInt32
    /// Of the fields that are shown, in their order; `nil` of those without.
    var timestamps: [ClockTimestamp?]

    /// How many clock timestamps there is room for, by ``structure`` (H.264, table D-1).
    private static let counts = [1, 1, 1, 2, 2, 3, 3, 2, 3]

    /// Reads a message; `nil` where its picture does not say how it is shown, or it is cut short.
    init?(_ message: ArraySlice<UInt8>, _ layout: Layout) {
        var reader = BitReader(message)
        guard layout.hasStructure, reader.skip(layout.delayBits), let structure = reader.bits(4),
            structure < Self.counts.count
        else { return nil }
        self.structure = structure
        timestamps = []
        for _ in 0..<Self.counts[Int(structure)] {
            guard let isStamped = reader.bit() else { return nil }
            guard isStamped else {
                timestamps.append(nil)
                continue
            }
            guard let stamp = ClockTimestamp(&reader, offsetBits: layout.offsetBits) else { return nil }
            timestamps.append(stamp)
        }
    }

    /// The message of a stream whose set says nothing of buffers.
    func message(_ layout: Layout) -> [UInt8] {
        var writer = BitWriter()
        writer.bits(structure, 4)
        for stamp in timestamps {
            writer.bit(stamp != nil)
            stamp?.write(&writer, offsetBits: layout.offsetBits)
        }
        // A message ends with a one, and zeros up to the next byte (H.264, D.1: `sei_payload`).
        if !writer.isAligned { writer.bit(true) }
        return writer.bytes
    }
}

/// When a frame or a field was made, by the clock of whatever made it: a clock timestamp of H.264 (D.1.3).
package struct ClockTimestamp: Hashable, Sendable {
    /// A number of so many bits.
    private struct Field: Hashable {
        let value: UInt32
        let bitCount: Int
    }

    /// Kind of scan, how frames are counted, hours, minutes, seconds and frames, as they stand there.
    private var fields: [Field] = []
    /// How much later than that, in the clock's own unit.
    private var offset: Int32 = 0

    /// Reads what stands behind `clock_timestamp_flag`; `nil` where it is cut short.
    init?(_ reader: inout BitReader, offsetBits: Int) {
        /// Reads a number, and keeps it.
        func keep(_ bitCount: Int) -> UInt32? {
            guard let value = reader.bits(bitCount) else { return nil }
            fields.append(Field(value: value, bitCount: bitCount))
            return value
        }
        // Kind of scan, whether it counts in fields, how it counts.
        guard keep(2) != nil, keep(1) != nil, keep(5) != nil, let isFull = keep(1),
            // A jump, numbers left out, the frame's number.
            keep(1) != nil, keep(1) != nil, keep(8) != nil
        else { return nil }
        if isFull == 1 {
            guard keep(6) != nil, keep(6) != nil, keep(5) != nil else { return nil }
        } else {
            // Seconds, minutes, hours: each only behind the one before.
            for bitCount in [6, 6, 5] {
                guard let isThere = keep(1) else { return nil }
                if isThere == 0 { break }
                guard keep(bitCount) != nil else { return nil }
            }
        }
        guard offsetBits > 0 else { return }
        guard let bits = reader.bits(offsetBits) else { return nil }
        // Two's complement.
        offset = Int32(bitPattern: bits << UInt32(32 - offsetBits)) >> Int32(32 - offsetBits)
    }

    func write(_ writer: inout BitWriter, offsetBits: Int) {
        for field in fields { writer.bits(field.value, field.bitCount) }
        writer.bits(UInt32(bitPattern: offset), offsetBits)
    }
}
