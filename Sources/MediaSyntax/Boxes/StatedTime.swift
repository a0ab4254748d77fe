/// A time that a box states, and where it stands in the file.
struct StatedTime {
    let track: UInt32
    /// Ticks in a second; `nil` where they are the track's.
    let timescale: UInt32?
    let time: UInt64
    /// In bytes from the beginning of the file.
    let position: UInt64
    /// How many bytes it has.
    let size: Int
    /// To which part of the file it belongs; `nil` until that is known.
    var part: Int?

    /// Of a fragment (`tfdt`), whose content begins at a place of the file.
    init?(fragment box: MovieBox, ofTrack track: UInt32, at position: UInt64) {
        guard let content: TrackFragmentTimeBox = box.content() else { return nil }
        (self.track, timescale, time) = (track, nil, content.time)
        self.position = position + 4
        size = content.version == 1 ? 8 : 4
    }

    /// The first of a segment index (`sidx`), whose content begins at a place of the file.
    init?(index box: MovieBox, at position: UInt64) {
        var reader = ByteReader(box.payload)
        guard let (version, _) = reader.versionAndFlags(latest: 1), let track = reader.uint32(),
            let timescale = reader.uint32(), timescale > 0, let time = reader.time(version: version)
        else { return nil }
        (self.track, self.timescale, self.time) = (track, timescale, time)
        self.position = position + 12
        size = version == 1 ? 8 : 4
    }

    func inPart(_ part: Int) -> StatedTime {
        var copy = self
        copy.part = part
        return copy
    }

    /// The bytes of another time in its place; `nil` where it does not fit.
    func bytes(of time: Int128) -> [UInt8]? {
        guard let time = UInt64(exactly: time), size == 8 || time <= UInt32.max else { return nil }
        return (0..<size).map { UInt8(truncatingIfNeeded: time >> (8 * UInt64(size - 1 - $0))) }
    }
}
