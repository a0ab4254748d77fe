/// `tfdt`: the decoding time of the first sample of a fragment's track (ISO/IEC 14496-12, 8.8.12).
package struct TrackFragmentTimeBox: BoxContent {
    package static let types: [BoxType] = ["tfdt"]

    /// 1 for a time of 64 bits, 0 for one of 32.
    package var version: UInt8
    /// In ticks of the track's timescale.
    package var time: UInt64

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, _) = reader.versionAndFlags(latest: 1), let time = reader.time(version: version) else {
            return nil
        }
        self.version = version
        self.time = time
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("tfdt", version: version) { $0.time(time, version: version) }
    }
}
