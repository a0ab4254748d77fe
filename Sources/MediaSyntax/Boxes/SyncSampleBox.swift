/// `stss`: the samples with which decoding can begin (ISO/IEC 14496-12, 8.6.2). A track without this box can begin with
/// every sample.
package struct SyncSampleBox: BoxContent {
    package static let types: [BoxType] = ["stss"]

    /// The samples' numbers in decoding order, counted from 1.
    package var samples: [UInt32]

    package init(samples: [UInt32]) { self.samples = samples }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil, let samples = reader.table(entrySize: 4, { $0.uint32() }) else {
            return nil
        }
        self.samples = samples
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("stss") { writer in
            writer.uint32(UInt32(samples.count))
            for sample in samples { writer.uint32(sample) }
        }
    }
}
