/// `elst`: which parts of a track are presented, one after the other (ISO/IEC 14496-12, 8.6.6). It lies in `edts`.
package struct EditListBox: BoxContent {
    package static let types: [BoxType] = ["elst"]

    package struct Entry: Hashable, Sendable {
        /// How long it is presented, in ticks of the movie's timescale.
        package var duration: UInt64
        /// Where it begins in the track, in ticks of the track's timescale; −1 where nothing is presented.
        package var mediaTime: Int64
        /// The speed, in units of 1/65536.
        package var rate: UInt32

        package static let normalRate: UInt32 = 1 << 16

        package init(duration: UInt64, mediaTime: Int64, rate: UInt32 = normalRate) {
            self.duration = duration
            self.mediaTime = mediaTime
            self.rate = rate
        }
    }

    /// 1 for times of 64 bits, 0 for times of 32.
    package var version: UInt8
    package var flags: UInt32
    package var entries: [Entry]

    package init(_ entries: [Entry]) {
        (version, flags) = (1, 0)
        self.entries = entries
    }

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let (version, flags) = reader.versionAndFlags(latest: 1),
            let entries = reader.table(
                entrySize: version == 1 ? 20 : 12,
                { reader -> Entry? in
                    guard let duration = reader.time(version: version),
                        let mediaTime = version == 1 ? reader.int64() : reader.int32().map({ Int64($0) }),
                        let rate = reader.uint32()
                    else { return nil }
                    return Entry(duration: duration, mediaTime: mediaTime, rate: rate)
                }
            )
        else { return nil }
        (self.version, self.flags) = (version, flags)
        self.entries = entries
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("elst", version: version, flags: flags) { writer in
            writer.uint32(UInt32(entries.count))
            for entry in entries {
                writer.time(entry.duration, version: version)
                writer.time(UInt64(bitPattern: entry.mediaTime), version: version)
                writer.uint32(entry.rate)
            }
        }
    }
}

extension EditListBox {
    /// The first speed, as a factor, at which a part of the track is played that is not 1; `nil` where there is none. It may be
    /// negative, and 0 where a frame stands still. Pauses have no speed.
    package var otherRate: Double? {
        let entry = entries.first { $0.mediaTime != -1 && $0.rate != Entry.normalRate }
        return entry.map { Double(Int32(bitPattern: $0.rate)) / Double(Entry.normalRate) }
    }

    /// Shortens the last entry, so that all entries together last no longer than so many ticks of the movie.
    ///
    /// - Returns: how long they last now, in ticks of the movie; `nil` where there is no entry, or where what the
    ///   entries say is more than 64 bits hold.
    package mutating func end(at total: UInt64) -> UInt64? {
        guard let last = entries.indices.last else { return nil }
        var before: UInt64 = 0
        for entry in entries.dropLast() {
            let (sum, overflows) = before.addingReportingOverflow(entry.duration)
            guard !overflows else { return nil }
            before = sum
        }
        entries[last].duration = min(entries[last].duration, total > before ? total - before : 0)
        let (end, overflows) = before.addingReportingOverflow(entries[last].duration)
        return overflows ? nil : end
    }
}
