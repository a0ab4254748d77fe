/// `ctts`: how long after its decoding time each sample is presented (ISO/IEC 14496-12, 8.6.1.3).
package struct CompositionOffsetBox: BoxContent {
    package static let types: [BoxType] = ["ctts"]

    /// 1 where offsets are signed. Version 0 is unsigned by the standard, but files of QuickTime and of libavformat have
    /// negative offsets in it, too: both versions are read and written as signed.
    package var version: UInt8
    /// Ticks of the track's timescale for each sample, in decoding order.
    package var runs: [RunLength<Int32>]

    package init(offsets: some Sequence<Int32>) {
        version = 1
        runs = RunLength.runs(of: offsets)
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, _) = reader.versionAndFlags(latest: 1),
            let runs = reader.table(
                entrySize: 8,
                { reader -> RunLength<Int32>? in
                    guard let count = reader.uint32(), let value = reader.int32() else { return nil }
                    return RunLength(count: count, value: value)
                }
            )
        else { return nil }
        self.version = version
        self.runs = runs
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("ctts", version: version) { writer in
            writer.uint32(UInt32(runs.count))
            for run in runs {
                writer.uint32(run.count)
                writer.int32(run.value)
            }
        }
    }
}
