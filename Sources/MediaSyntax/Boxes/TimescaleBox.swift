/// `mvhd` and `mdhd`: the unit of a movie's or a track's time, and how long it lasts (ISO/IEC 14496-12, 8.2.2 and 8.4.2).
package struct TimescaleBox: BoxContent {
    package static let types: [BoxType] = ["mvhd", "mdhd"]

    package let type: BoxType

    /// 1 for times of 64 bits, 0 for times of 32.
    package var version: UInt8
    package var flags: UInt32
    /// Seconds since the beginning of 1904.
    package var created: UInt64
    /// Seconds since the beginning of 1904.
    package var modified: UInt64
    /// Ticks in a second.
    package var timescale: UInt32
    /// Of a movie's longest track, or of all samples of a track, whether they are presented or not, in ticks.
    package var duration: UInt64
    /// As it stands: a track's language; a movie's rate, volume, matrix and next track's number.
    package var rest: ArraySlice<UInt8>

    package init?(_ box: MovieBox) {
        type = box.type
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
        writer.fullBox(type, version: version, flags: flags) { writer in
            writer.time(created, version: version)
            writer.time(modified, version: version)
            writer.uint32(timescale)
            writer.time(duration, version: version)
            writer.append(rest)
        }
    }
}
