/// Writes the boxes that say where a track's samples are and when (ISO/IEC 14496-12, 8.6 and 8.7).
struct SampleTable {
    let index: SampleIndex
    /// Added to every chunk's place in the file.
    let displacement: Int64

    /// - Complexity: O(number of samples).
    func write(into writer: inout BoxWriter) {
        writer.fullBox("stts") { writer in
            let runs = runs(of: index.durations)
            writer.unsigned(UInt64(runs.count), bytes: 4)
            for run in runs {
                writer.unsigned(UInt64(run.count), bytes: 4)
                writer.unsigned(UInt64(run.value), bytes: 4)
            }
        }
        if index.compositionOffsets.contains(where: { $0 != 0 }) { writeCompositionOffsets(into: &writer) }
        if index.keys.count < index.count {
            writer.fullBox("stss") { writer in
                writer.unsigned(UInt64(index.keys.count), bytes: 4)
                for key in index.keys { writer.unsigned(UInt64(key + 1), bytes: 4) }
            }
        }
        writeSizes(into: &writer)
        writeChunks(into: &writer)
    }

    private func writeCompositionOffsets(into writer: inout BoxWriter) {
        writer.fullBox("ctts", version: 1) { writer in
            let runs = runs(of: index.compositionOffsets)
            writer.unsigned(UInt64(runs.count), bytes: 4)
            for run in runs {
                writer.unsigned(UInt64(run.count), bytes: 4)
                writer.signed(Int64(run.value), bytes: 4)
            }
        }
    }

    private func writeSizes(into writer: inout BoxWriter) {
        let common = index.sizes.first.flatMap { first in index.sizes.allSatisfy { $0 == first } ? first : nil }
        writer.fullBox("stsz") { writer in
            writer.unsigned(UInt64(common ?? 0), bytes: 4)
            writer.unsigned(UInt64(index.count), bytes: 4)
            if common == nil { for size in index.sizes { writer.unsigned(UInt64(size), bytes: 4) } }
        }
    }

    private func writeChunks(into writer: inout BoxWriter) {
        writer.fullBox("stsc") { writer in
            let runs = runs(of: index.chunks.map(\.sampleCount))
            writer.unsigned(UInt64(runs.count), bytes: 4)
            var chunk: UInt64 = 1
            for run in runs {
                writer.unsigned(chunk, bytes: 4)
                writer.unsigned(UInt64(run.value), bytes: 4)
                // Which of the sample descriptions: there is one.
                writer.unsigned(1, bytes: 4)
                chunk += UInt64(run.count)
            }
        }
        writer.fullBox("co64") { writer in
            writer.unsigned(UInt64(index.chunks.count), bytes: 4)
            for chunk in index.chunks { writer.signed(Int64(chunk.offset) + displacement, bytes: 8) }
        }
    }

    /// Equal values that follow each other, as one.
    private func runs<Value: Equatable>(of values: [Value]) -> [(count: Int, value: Value)] {
        var runs: [(count: Int, value: Value)] = []
        for value in values {
            if let last = runs.indices.last, runs[last].value == value {
                runs[last].count += 1
            } else {
                runs.append((1, value))
            }
        }
        return runs
    }
}
