/// `mvhd`: the unit of the movie's time, and how long it lasts (ISO/IEC 14496-12, 8.2.2).
package struct MovieHeaderBox: BoxContent {
    package static let types: [BoxType] = ["mvhd"]

    /// 1 for times of 64 bits, 0 for times of 32.
    package var version: UInt8
    package var flags: UInt32
    /// Seconds since the beginning of 1904.
    package var created: UInt64
    /// Seconds since the beginning of 1904.
    package var modified: UInt64
    /// Ticks in a second.
    package var timescale: UInt32
    /// Of the longest track, in ticks.
    package var duration: UInt64
    /// Rate, volume, matrix and the next track's number, as they stand.
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
        writer.fullBox("mvhd", version: version, flags: flags) { writer in
            writer.time(created, version: version)
            writer.time(modified, version: version)
            writer.uint32(timescale)
            writer.time(duration, version: version)
            writer.append(rest)
        }
    }
}
