/// `stsc`: how many samples lie in each chunk (ISO/IEC 14496-12, 8.7.4).
package struct SampleToChunkBox: BoxContent {
    package static let types: [BoxType] = ["stsc"]

    /// Chunks that follow each other and have the same number of samples.
    package struct Entry: Hashable, Sendable {
        /// The first of them, counted from 1. The next entry's first chunk ends them.
        package var firstChunk: UInt32
        package var samplesPerChunk: UInt32
        /// Which of the sample descriptions they use, counted from 1.
        package var description: UInt32
    }

    package var entries: [Entry]

    /// Chunks of so many samples each, which all use the first sample description.
    package init(sampleCounts: some Sequence<UInt32>) {
        var chunk: UInt32 = 1
        entries = RunLength.runs(of: sampleCounts).map { run in
            defer { chunk += run.count }
            return Entry(firstChunk: chunk, samplesPerChunk: run.value, description: 1)
        }
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil,
            let entries = reader.table(
                entrySize: 12,
                { reader -> Entry? in
                    guard let chunk = reader.uint32(), let samples = reader.uint32(),
                        let description = reader.uint32()
                    else { return nil }
                    return Entry(firstChunk: chunk, samplesPerChunk: samples, description: description)
                }
            )
        else { return nil }
        self.entries = entries
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("stsc") { writer in
            writer.uint32(UInt32(entries.count))
            for entry in entries {
                writer.uint32(entry.firstChunk)
                writer.uint32(entry.samplesPerChunk)
                writer.uint32(entry.description)
            }
        }
    }
}
