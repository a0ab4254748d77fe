/// What a track's edit list presents.
package struct TrackEdits: Hashable, Sendable {
    private let entries: [EditListBox.Entry]
    /// Ticks of the movie in a second.
    package let movieTimescale: UInt32

    /// How long all samples of the track last, whether they are presented or not, in ticks of the track; `nil` where that is not said.
    private let mediaDuration: UInt64?

    /// `nil` where there is no unit. Parts that are one are taken for one, where `mediaTimescale` is stated: ticks of the track in a second.
    package init?(
        _ list: EditListBox,
        movieTimescale: UInt32,
        mediaTimescale: UInt32? = nil,
        mediaDuration: UInt64? = nil
    ) {
        guard movieTimescale > 0 else { return nil }
        entries = mediaTimescale.map { list.joined(movie: movieTimescale, media: $0).entries } ?? list.entries
        self.movieTimescale = movieTimescale
        self.mediaDuration = mediaDuration
    }

    /// How many parts of the track are presented, one after the other, without the pauses between them.
    package var partCount: Int { entries.count { $0.mediaTime != -1 } }

    /// Whether the list goes on behind the first part with a pause.
    package var pausesBehindPart: Bool {
        guard let place = entries.firstIndex(where: { $0.mediaTime != -1 }) else { return false }
        return entries[place...].contains { $0.mediaTime == -1 }
    }

    /// When the last part ends, in ticks of the movie; `nil` where that is not said, or is more than 64 bits hold.
    package var end: UInt64? {
        guard let last = entries.lastIndex(where: { $0.mediaTime != -1 }), entries[last].duration > 0 else {
            return nil
        }
        var sum: UInt64 = 0
        for entry in entries[...last] {
            let (next, overflows) = sum.addingReportingOverflow(entry.duration)
            if overflows { return nil }
            sum = next
        }
        return sum
    }

    /// Where the only part of the track begins that is presented: so many ticks of the movie before it, and so many of the track into it. `nil`
    /// where there are several parts or none.
    package var onlyPart: (pause: UInt64, start: Int64)? {
        guard partCount == 1, let place = entries.firstIndex(where: { $0.mediaTime != -1 }) else { return nil }
        var pause: UInt64 = 0
        for entry in entries[..<place] {
            let (sum, overflows) = pause.addingReportingOverflow(entry.duration)
            if overflows { return nil }
            pause = sum
        }
        return (pause, entries[place].mediaTime)
    }

    /// How much earlier than its samples state the only part is presented, in ticks of the track, of which a second has so many, to the nearest; `nil`
    /// where there are several parts or none.
    package func lead(of timescale: UInt32) -> Int64? {
        guard let part = onlyPart else { return nil }
        let pause = (Int128(part.pause) * Int128(timescale) + Int128(movieTimescale) / 2) / Int128(movieTimescale)
        return part.start &- Int64(clamping: pause)
    }

    /// When the track's samples end, if only one part of it is presented: so many ticks of the movie before that part, and so many of the
    /// track from its beginning on. `nil` where there are several parts or none, and where it begins behind the samples.
    package var mediaEnd: (pause: UInt64, ticks: UInt64)? {
        guard let part = onlyPart, let mediaDuration, let start = UInt64(exactly: part.start), start < mediaDuration
        else { return nil }
        return (part.pause, mediaDuration - start)
    }

    /// Whether the only part ends behind the track's samples, which count so many ticks a second.
    package func playsMore(thanSamplesOf timescale: UInt32) -> Bool { endsLater(thanTicks: 0, of: timescale) ?? false }

    /// Whether the only part ends behind the beginning of the track's last sample, which lasts so many of so many ticks a second.
    package func playsLastSample(lasting step: UInt32, of timescale: UInt32) -> Bool {
        mediaEnd != nil && endsLater(thanTicks: step, of: timescale) ?? true
    }

    /// Whether the only part ends later than so many of so many ticks a second before the track's samples do; `nil` where it does not say.
    private func endsLater(thanTicks ticks: UInt32, of timescale: UInt32) -> Bool? {
        guard let end, let media = mediaEnd else { return nil }
        let played = (Int128(end) - Int128(media.pause)) * Int128(timescale)
        return played > (Int128(media.ticks) - Int128(ticks)) * Int128(movieTimescale)
    }
}
