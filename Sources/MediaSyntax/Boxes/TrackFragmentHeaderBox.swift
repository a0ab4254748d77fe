/// `tfhd`: what is said once for all samples of a fragment's track (ISO/IEC 14496-12, 8.8.7).
package struct TrackFragmentHeaderBox: BoxContent {
    package static let types: [BoxType] = ["tfhd"]

    package var trackID: UInt32
    /// The place in the file that offsets count from; `nil` where it is not stated.
    package var baseDataOffset: UInt64?
    /// Which of the sample descriptions is used, counted from 1.
    package var description: UInt32?
    /// Of a sample that states none, in ticks of the track's timescale.
    package var duration: UInt32?
    /// Of a sample that states none, in bytes.
    package var size: UInt32?
    /// Of a sample that states none.
    package var sampleFlags: UInt32?
    /// Whether the fragment has no samples for its duration.
    package var isEmpty: Bool
    /// Whether offsets count from the beginning of the fragment's `moof`, where no other place is stated.
    package var countsFromFragment: Bool

    private enum Flag {
        static let baseDataOffset: UInt32 = 0x1
        static let description: UInt32 = 0x2
        static let duration: UInt32 = 0x8
        static let size: UInt32 = 0x10
        static let sampleFlags: UInt32 = 0x20
        static let isEmpty: UInt32 = 0x1_0000
        static let countsFromFragment: UInt32 = 0x2_0000
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (_, flags) = reader.versionAndFlags(), let trackID = reader.uint32() else { return nil }
        self.trackID = trackID
        isEmpty = flags & Flag.isEmpty != 0
        countsFromFragment = flags & Flag.countsFromFragment != 0
        if flags & Flag.baseDataOffset != 0 {
            guard let offset = reader.uint64() else { return nil }
            baseDataOffset = offset
        }
        for (flag, field) in Self.numbers where flags & flag != 0 {
            guard let number = reader.uint32() else { return nil }
            self[keyPath: field] = number
        }
    }

    private static var numbers: [(UInt32, WritableKeyPath<TrackFragmentHeaderBox, UInt32?>)] {
        [
            (Flag.description, \.description), (Flag.duration, \.duration), (Flag.size, \.size),
            (Flag.sampleFlags, \.sampleFlags),
        ]
    }

    package func write(into writer: inout ByteWriter) {
        var flags: UInt32 = 0
        if baseDataOffset != nil { flags |= Flag.baseDataOffset }
        if isEmpty { flags |= Flag.isEmpty }
        if countsFromFragment { flags |= Flag.countsFromFragment }
        for (flag, field) in Self.numbers where self[keyPath: field] != nil { flags |= flag }
        writer.fullBox("tfhd", flags: flags) { writer in
            writer.uint32(trackID)
            if let baseDataOffset { writer.uint64(baseDataOffset) }
            for (_, field) in Self.numbers {
                if let number = self[keyPath: field] { writer.uint32(number) }
            }
        }
    }
}
