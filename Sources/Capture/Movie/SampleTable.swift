internal import MediaSyntax

/// The boxes that say where a track's samples are and when (ISO/IEC 14496-12, 8.6 and 8.7).
struct SampleTable {
    let index: SampleIndex

    /// - Complexity: O(number of samples).
    func write(into writer: inout ByteWriter) {
        TimeToSampleBox(durations: index.durations).write(into: &writer)
        if index.compositionOffsets.contains(where: { $0 != 0 }) {
            CompositionOffsetBox(offsets: index.compositionOffsets).write(into: &writer)
        }
        if index.keys.count < index.count {
            // Samples are counted from 1.
            SyncSampleBox(samples: index.keys.map { UInt32($0 + 1) }).write(into: &writer)
        }
        SampleSizeBox(sizes: index.sizes).write(into: &writer)
        SampleToChunkBox(sampleCounts: index.chunks.map(\.sampleCount)).write(into: &writer)
        ChunkOffsetBox(offsets: index.chunks.map(\.offset)).write(into: &writer)
    }
}
