/// `trun`: samples of a fragment's track that lie one after the other (ISO/IEC 14496-12, 8.8.8).
package struct TrackRunBox: BoxContent {
    package static let types: [BoxType] = ["trun"]

    /// What is said of each sample by itself. The track fragment's header says the rest.
    package struct Fields: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let duration = Fields(rawValue: 0x100)
        package static let size = Fields(rawValue: 0x200)
        package static let flags = Fields(rawValue: 0x400)
        package static let compositionOffset = Fields(rawValue: 0x800)

        static let all: Fields = [.duration, .size, .flags, .compositionOffset]
        /// How many fields of four bytes each.
        var count: Int { rawValue.nonzeroBitCount }
    }

    /// One sample. A field that is not among the run's ``fields`` is 0.
    package struct Sample: Hashable, Sendable {
        /// Ticks of the track's timescale.
        package var duration: UInt32 = 0
        /// Bytes.
        package var size: UInt32 = 0
        package var flags: UInt32 = 0
        /// Ticks from decoding to presentation. Read as signed in both versions, as in ``CompositionOffsetBox``.
        package var compositionOffset: Int32 = 0

        package init() {}
    }

    /// 1 where composition offsets are signed.
    package var version: UInt8
    package var fields: Fields
    /// Where the first sample begins, in bytes from the place that the track fragment's header states.
    package var dataOffset: Int32?
    /// The first sample's flags, where they differ from the others'.
    package var firstSampleFlags: UInt32?
    /// How many samples there are.
    package private(set) var sampleCount: UInt32
    /// As many as there are; none where there are no ``fields``: a run of thousands of samples may be a few bytes.
    package private(set) var samples: [Sample]

    private static let dataOffsetFlag: UInt32 = 0x1
    private static let firstSampleFlag: UInt32 = 0x4

    /// The bit of a sample's flags that says that decoding cannot begin with it (8.8.3.1).
    package static let isNonSync: UInt32 = 0x1_0000

    /// Where the composition offset of the last sample lies, in bytes from the beginning of the box's content; `nil` where it has none.
    package var offsetPosition: Int? {
        guard fields.contains(.compositionOffset), !samples.isEmpty else { return nil }
        // Version and flags, the number of samples, and two fields that may be absent, of four bytes each. A sample's offset comes last.
        return 4
            * (2 + (dataOffset == nil ? 0 : 1) + (firstSampleFlags == nil ? 0 : 1) + samples.count * fields.count - 1)
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, flags) = reader.versionAndFlags(latest: 1), let count = reader.uint32() else { return nil }
        let fields = Fields(rawValue: flags).intersection(.all)
        self.version = version
        self.fields = fields
        sampleCount = count
        samples = []
        if flags & Self.dataOffsetFlag != 0 {
            guard let offset = reader.int32() else { return nil }
            dataOffset = offset
        }
        if flags & Self.firstSampleFlag != 0 {
            guard let flags = reader.uint32() else { return nil }
            firstSampleFlags = flags
        }
        guard !fields.isEmpty else { return }
        guard Int(count) <= reader.rest.count / (4 * fields.count) else { return nil }
        samples.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let sample = Sample(&reader, fields) else { return nil }
            samples.append(sample)
        }
    }

    package func write(into writer: inout ByteWriter) {
        var flags = fields.rawValue
        if dataOffset != nil { flags |= Self.dataOffsetFlag }
        if firstSampleFlags != nil { flags |= Self.firstSampleFlag }
        writer.fullBox("trun", version: version, flags: flags) { writer in
            writer.uint32(sampleCount)
            if let dataOffset { writer.int32(dataOffset) }
            if let firstSampleFlags { writer.uint32(firstSampleFlags) }
            for sample in samples { sample.write(fields, into: &writer) }
        }
    }
}

extension TrackRunBox.Sample {
    fileprivate init?(_ reader: inout ByteReader, _ fields: TrackRunBox.Fields) {
        if fields.contains(.duration) {
            guard let number = reader.uint32() else { return nil }
            duration = number
        }
        if fields.contains(.size) {
            guard let number = reader.uint32() else { return nil }
            size = number
        }
        if fields.contains(.flags) {
            guard let number = reader.uint32() else { return nil }
            flags = number
        }
        if fields.contains(.compositionOffset) {
            guard let number = reader.int32() else { return nil }
            compositionOffset = number
        }
    }

    fileprivate func write(_ fields: TrackRunBox.Fields, into writer: inout ByteWriter) {
        if fields.contains(.duration) { writer.uint32(duration) }
        if fields.contains(.size) { writer.uint32(size) }
        if fields.contains(.flags) { writer.uint32(flags) }
        if fields.contains(.compositionOffset) { writer.int32(compositionOffset) }
    }
}
