/// When the fragments of a movie are decoded, where its clock begins anew: recordings in fragments that were put one behind the other.
///
/// Of each recording its fragments count from when it began (`tfdt`), so that from the second one on they are stated to be decoded before those
/// in front of them. Here each follows the recording before it.
struct FragmentClock {
    /// A fragment of a track.
    struct Fragment {
        let track: UInt32
        /// When its first sample is decoded, and how long all of it lasts, in ticks of the track.
        let (start, duration): (UInt64, UInt64)
        /// How long its last sample lasts, in ticks of the track; `nil` where it has none.
        var last: UInt64?
    }

    private struct Track {
        let timescale: UInt32
        /// Whether it is video or audio.
        let isTimed: Bool
        var part = 0
        /// When its last fragment begins and ends, in its ticks.
        var last: (start: UInt64, end: UInt64)?
        /// How long its last sample lasts, in its ticks; `nil` where it has none yet.
        var lastDuration: UInt64?
    }

    /// How much later a part is decoded than it states: so many ticks of so many a second.
    struct Shift {
        fileprivate let (ticks, timescale): (Int128, UInt32)

        /// In ticks of another timescale, rounded up: nothing overlaps.
        func ticks(of other: UInt32) -> Int128 {
            let product = ticks * Int128(other)
            let quotient = product / Int128(timescale)
            return quotient * Int128(timescale) < product ? quotient + 1 : quotient
        }

        fileprivate static func < (one: Shift, two: Shift) -> Bool {
            one.ticks * Int128(two.timescale) < two.ticks * Int128(one.timescale)
        }
    }

    private var tracks: [UInt32: Track] = [:]
    /// For each part of the file, from when to when each track lasts in it, in ticks of the track.
    private var parts: [[UInt32: Range<UInt64>]] = [[:]]

    /// How many parts were found.
    var partCount: Int { parts.count }

    /// Takes a track; those that are neither video nor audio say nothing of the clock.
    mutating func add(track: UInt32, timescale: UInt32, isTimed: Bool) {
        if timescale > 0 { tracks[track] = Track(timescale: timescale, isTimed: isTimed) }
    }

    /// The number of the part to which the next fragments belong, which lie in one `moof`.
    ///
    /// A part begins where a track of video or audio goes back by more than a tenth of a second: writers round where fragments begin. It goes back at
    /// least to where its last fragment begins: recordings with frames as they come may state too long a duration of a fragment's last frame.
    mutating func part(of fragments: [Fragment]) -> Int {
        for fragment in fragments {
            guard let track = tracks[fragment.track], track.isTimed, let last = track.last,
                fragment.start <= last.start, last.end - fragment.start > UInt64(max(1, track.timescale / 10)),
                // Where another track has led to this part, it is the same.
                track.part == parts.count - 1
            else { continue }
            parts.append([:])
            break
        }
        let part = parts.count - 1
        for fragment in fragments {
            guard tracks[fragment.track] != nil else { continue }
            if let last = fragment.last { tracks[fragment.track]?.lastDuration = last }
            let (end, overflows) = fragment.start.addingReportingOverflow(fragment.duration)
            guard !overflows else { continue }
            tracks[fragment.track]?.part = part
            tracks[fragment.track]?.last = (fragment.start, end)
            let known = parts[part][fragment.track] ?? fragment.start..<end
            parts[part][fragment.track] = min(known.lowerBound, fragment.start)..<max(known.upperBound, end)
        }
        return part
    }

    /// How much later each part is to be decoded so that it follows the one before it, and no track overlaps itself.
    var shifts: [Shift] {
        var ends: [UInt32: Int128] = [:]
        var shifts: [Shift] = []
        for part in parts {
            var shift: Shift?
            for (number, range) in part {
                guard let track = tracks[number], track.isTimed, let end = ends[number] else { continue }
                let gap = Shift(ticks: end - Int128(range.lowerBound), timescale: track.timescale)
                if shift.map({ $0 < gap }) ?? true { shift = gap }
            }
            let last = shift ?? shifts.last ?? Shift(ticks: 0, timescale: 1)
            for (number, range) in part {
                guard let track = tracks[number] else { continue }
                ends[number] = Int128(range.upperBound) + last.ticks(of: track.timescale)
            }
            shifts.append(last)
        }
        return shifts
    }

    /// How long the last sample of each track that has any lasts, in ticks of the track.
    var lastDurations: [UInt32: UInt64] { tracks.compactMapValues(\.lastDuration) }

    /// Ticks of a track in a second.
    func timescale(ofTrack number: UInt32) -> UInt32? { tracks[number]?.timescale }

    /// When a track's last fragment ends, in its ticks; where it has had none, it begins at 0.
    func end(ofTrack number: UInt32) -> UInt64 { tracks[number]?.last?.end ?? 0 }
}
