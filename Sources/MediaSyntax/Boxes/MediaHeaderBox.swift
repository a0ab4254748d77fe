/// `mdhd`: the unit of a track's time, and how long its samples last (ISO/IEC 14496-12, 8.4.2).
package struct MediaHeaderBox: BoxContent {
    package static let types: [BoxType] = ["mdhd"]

    /// 1 for times of 64 bits, 0 for times of 32.
    package var version: UInt8
    package var flags: UInt32
    /// Seconds since the beginning of 1904.
    package var created: UInt64
    /// Seconds since the beginning of 1904.
    package var modified: UInt64
    /// Ticks in a second.
    package var timescale: UInt32
    /// Of all samples, whether they are presented or not, in ticks.
    package var duration: UInt64
    /// The language, as it stands.
    package var rest: ArraySlice<UInt8>

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, flags) = reader.versionAndFlags(latest: 1),
            let created = reader.time(version: version), let modified = reader.time(version: version),
            let timescale = reader.uint32(), let duration = reader.time(version: version)
        else { return nil }
        (self.version, self.flags) = (version, flags)
        (self.created, self.modified) = (created, modified)
        (self.timescale, self.duration) = (timescale, duration)
        rest = reader.rest
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("mdhd", version: version, flags: flags) { writer in
            writer.time(created, version: version)
            writer.time(modified, version: version)
            writer.uint32(timescale)
            writer.time(duration, version: version)
            writer.append(rest)
        }
    }
}
