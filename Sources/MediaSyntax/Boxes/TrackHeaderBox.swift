/// `tkhd`: a track's number, and how long it is presented (ISO/IEC 14496-12, 8.3.2).
package struct TrackHeaderBox: BoxContent {
    package static let types: [BoxType] = ["tkhd"]

    /// 1 for times of 64 bits, 0 for times of 32.
    package var version: UInt8
    package var flags: UInt32
    /// Seconds since the beginning of 1904.
    package var created: UInt64
    /// Seconds since the beginning of 1904.
    package var modified: UInt64
    /// Counted from 1.
    package var trackID: UInt32
    private let reserved: UInt32
    /// Of all edits together, in ticks of the movie's timescale.
    package var duration: UInt64
    /// Layer, group, volume, matrix, width and height, as they stand.
    package var rest: ArraySlice<UInt8>

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, flags) = reader.versionAndFlags(latest: 1),
            let created = reader.time(version: version), let modified = reader.time(version: version),
            let trackID = reader.uint32(), let reserved = reader.uint32(),
            let duration = reader.time(version: version)
        else { return nil }
        (self.version, self.flags) = (version, flags)
        (self.created, self.modified) = (created, modified)
        (self.trackID, self.reserved) = (trackID, reserved)
        self.duration = duration
        rest = reader.rest
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("tkhd", version: version, flags: flags) { writer in
            writer.time(created, version: version)
            writer.time(modified, version: version)
            writer.uint32(trackID)
            writer.uint32(reserved)
            writer.time(duration, version: version)
            writer.append(rest)
        }
    }
}
