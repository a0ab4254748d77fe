/// `stts`: how long each sample lasts (ISO/IEC 14496-12, 8.6.1.2).
package struct TimeToSampleBox: BoxContent {
    package static let types: [BoxType] = ["stts"]

    /// Ticks of the track's timescale from each sample to the next, in decoding order.
    package var runs: [RunLength<UInt32>]

    package init(durations: some Sequence<UInt32>) { runs = RunLength.runs(of: durations) }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil,
            let runs = reader.table(
                entrySize: 8,
                { reader -> RunLength<UInt32>? in
                    guard let count = reader.uint32(), let value = reader.uint32() else { return nil }
                    return RunLength(count: count, value: value)
                }
            )
        else { return nil }
        self.runs = runs
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("stts") { writer in
            writer.uint32(UInt32(runs.count))
            for run in runs {
                writer.uint32(run.count)
                writer.uint32(run.value)
            }
        }
    }
}
