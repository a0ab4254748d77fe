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
    /// Reserved bytes, layer, group, volume, matrix, width and height, as they stand.
    package var rest: ArraySlice<UInt8>

    /// Whether players present the track where nobody chooses another one.
    package var isEnabled: Bool {
        get { flags & Self.enabled != 0 }
        set { flags = newValue ? flags | Self.enabled : flags & ~Self.enabled }
    }

    /// The number of the tracks of which players present one; 0 where it is no choice between tracks.
    package var group: UInt16 {
        get {
            var reader = ByteReader(rest.dropFirst(Self.groupOffset))
            return reader.uint16() ?? 0
        }
        set {
            let place = rest.startIndex + Self.groupOffset
            guard place + 2 <= rest.endIndex else { return }
            rest[place] = UInt8(newValue >> 8)
            rest[place + 1] = UInt8(truncatingIfNeeded: newValue)
        }
    }

    private static let enabled: UInt32 = 1
    /// Of the group, in the bytes behind the duration.
    private static let groupOffset = 10

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
