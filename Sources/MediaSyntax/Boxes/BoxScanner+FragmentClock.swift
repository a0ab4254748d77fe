extension BoxScanner {
    /// What the fragments of a movie say together; `nil` where there are none.
    ///
    /// - Complexity: O(size of all descriptions of fragments), each a read, and a read for every other box of the file.
    package func fragments() throws(Failure) -> MovieFragments? {
        guard let movie = try first("moov"), let extends = try first("mvex", in: movie.content) else { return nil }
        var clock = FragmentClock()
        for track in try boxes("trak", in: movie.content) {
            guard let header: TrackHeaderBox = try content(at: "tkhd", of: track),
                let media: TimescaleBox = try content(at: "mdia", "mdhd", of: track)
            else { continue }
            let handler = try handler(of: track)
            let isTimed = handler == "vide" || handler == "soun"
            clock.add(track: header.trackID, timescale: media.timescale, isTimed: isTimed)
        }
        let usual = try usualDurations(in: extends)
        var times: [StatedTime] = []
        _ = try forEachStatedBox { type, place throws(Failure) in
            guard place.upperBound <= source.count, type == "moof" || type == "sidx",
                let box = try box(at: place.lowerBound), let content = try read(box)
            else { return }
            if type == "sidx" {
                // It stands in front of the fragments that it lists.
                if let time = StatedTime(index: content, at: box.content.lowerBound) { times.append(time) }
                return
            }
            let found = Self.fragments(in: content, at: box.content.lowerBound, usual, &clock)
            for place in times.indices.reversed() {
                guard times[place].part == nil else { break }
                times[place].part = found.part
            }
            times += found.times
        }
        return MovieFragments(restarts: Self.restarts(of: clock, at: times), lastDurations: clock.lastDurations)
    }

    /// That the clock of a movie begins anew, which states so many times; `nil` where it does not, and where what it would have to say does not
    /// fit in its boxes.
    private static func restarts(of clock: FragmentClock, at times: [StatedTime]) -> FragmentRestarts? {
        guard clock.partCount > 1 else { return nil }
        let shifts = clock.shifts
        var changes: [ByteChange] = []
        for time in times {
            guard let part = time.part, part > 0, let timescale = time.timescale ?? clock.timescale(ofTrack: time.track)
            else { continue }
            let shifted = Int128(time.time) + shifts[part].ticks(of: timescale)
            guard let bytes = time.bytes(of: shifted) else { return nil }
            changes.append(ByteChange(position: time.position, bytes: bytes))
        }
        return FragmentRestarts(count: clock.partCount - 1, changes: changes)
    }

    /// How long samples of each track last that state nothing else, in ticks of the track (`trex`, ISO/IEC 14496-12, 8.8.3).
    func usualDurations(in extends: LocatedBox) throws(Failure) -> [UInt32: UInt32] {
        var found: [UInt32: UInt32] = [:]
        for box in try boxes("trex", in: extends.content) {
            guard let content = try read(box) else { continue }
            var reader = ByteReader(content.payload)
            guard reader.versionAndFlags() != nil, let track = reader.uint32(), reader.uint32() != nil,
                let duration = reader.uint32()
            else { continue }
            found[track] = duration
        }
        return found
    }

    /// The times that the description of a fragment states, whose content begins at a place of the file, and the part that it belongs to.
    private static func fragments(
        in description: MovieBox,
        at position: UInt64,
        _ usual: [UInt32: UInt32],
        _ clock: inout FragmentClock
    ) -> (part: Int, times: [StatedTime]) {
        var fragments: [FragmentClock.Fragment] = []
        var times: [StatedTime] = []
        /// When what was found of each track ends.
        var ends: [UInt32: UInt64] = [:]
        for track in description.children where track.type == "traf" {
            guard let header: TrackFragmentHeaderBox = track.child() else { continue }
            let number = header.trackID
            var start = ends[number]
            if let box = track.child("tfdt") {
                let offset = UInt64(box.payload.startIndex - description.payload.startIndex)
                if let time = StatedTime(fragment: box, ofTrack: number, at: position + offset) {
                    start = time.time
                    times.append(time)
                }
            }
            let usual = UInt64(header.duration ?? usual[number] ?? 0)
            var (duration, last) = (UInt64(0), UInt64?.none)
            for case let run? in track.children.map({ $0.content() as TrackRunBox? }) where run.sampleCount > 0 {
                let isStated = run.fields.contains(.duration)
                duration &+=
                    isStated ? run.samples.reduce(0) { $0 + UInt64($1.duration) } : UInt64(run.sampleCount) * usual
                last = isStated ? run.samples.last.map { UInt64($0.duration) } : usual
            }
            let first = start ?? clock.end(ofTrack: number)
            ends[number] = first &+ duration
            fragments.append(FragmentClock.Fragment(track: number, start: first, duration: duration, last: last))
        }
        let part = clock.part(of: fragments)
        return (part, times.map { $0.inPart(part) })
    }
}
