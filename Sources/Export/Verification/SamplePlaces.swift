internal import MediaSyntax

/// Where the samples of a track lie in the file, in decoding order.
struct SamplePlaces {
    /// In bytes of the file.
    let all: [Range<UInt64>]

    /// The places by a track's `stbl`; `nil` where its tables contradict each other.
    ///
    /// - Complexity: O(number of samples).
    init?(_ table: MovieBox, _ sizes: SampleSizeBox) {
        guard case .each(let sizes) = sizes.expanded, let chunks: ChunkOffsetBox = table.child(),
            let counts: SampleToChunkBox = table.child()
        else { return nil }
        var places: [Range<UInt64>] = []
        places.reserveCapacity(sizes.count)
        var entry = 0
        for (index, offset) in chunks.offsets.enumerated() {
            while entry + 1 < counts.entries.count, counts.entries[entry + 1].firstChunk <= index + 1 { entry += 1 }
            guard entry < counts.entries.count else { return nil }
            var position = offset
            for _ in 0..<counts.entries[entry].samplesPerChunk {
                guard places.count < sizes.count else { return nil }
                let (end, overflows) = position.addingReportingOverflow(UInt64(sizes[places.count]))
                guard !overflows else { return nil }
                places.append(position..<end)
                position = end
            }
        }
        guard places.count == sizes.count else { return nil }
        all = places
    }

    /// The place of a sample, counted from 0; `nil` where there is none.
    subscript(index: Int) -> Range<UInt64>? { all.indices.contains(index) ? all[index] : nil }
}

extension SampleSizeBox {
    /// The size of each sample. Only tracks of video are asked for it: those of audio can have very many samples.
    fileprivate var expanded: Sizes {
        switch sizes {
        case .same(let bytes, let count): .each(Array(repeating: bytes, count: Int(count)))
        case .each: sizes
        }
    }
}
