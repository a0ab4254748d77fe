extension EditListBox {
    /// The list with parts of the track that follow one another in it, too, as one part each: programs split clips, and write both halves.
    ///
    /// What lies between two parts by less than half a tick of the movie is rounding.
    ///
    /// - Parameters:
    ///   - movie: Ticks of the movie in a second.
    ///   - media: Ticks of the track in a second.
    /// - Returns: As many entries or fewer, which last as long.
    /// - Complexity: O(number of entries).
    func joined(movie: UInt32, media: UInt32) -> EditListBox {
        guard movie > 0, media > 0 else { return self }
        var joined = self
        joined.entries = []
        var before: Entry?
        for entry in entries {
            if let before, let whole = joined.entries.last, before.isFollowed(by: entry, movie: movie, media: media) {
                joined.entries[joined.entries.count - 1] = whole.joined(with: entry, movie: movie, media: media)
            } else {
                joined.entries.append(entry)
            }
            before = entry
        }
        return joined
    }
}

extension EditListBox.Entry {
    /// Whether another one begins where this one ends, and neither is a pause or is played at another speed.
    fileprivate func isFollowed(by next: Self, movie: UInt32, media: UInt32) -> Bool {
        guard rate == Self.normalRate, next.rate == Self.normalRate, mediaTime >= 0, next.mediaTime > mediaTime,
            duration > 0, next.duration > 0
        else { return false }
        // In ticks of the track times ticks of the movie.
        let gap = Int128(next.mediaTime - mediaTime) * Int128(movie) - Int128(duration) * Int128(media)
        return 2 * abs(gap) <= Int128(media)
    }

    /// Both as one part, up to the end of the other one, which follows.
    fileprivate func joined(with next: Self, movie: UInt32, media: UInt32) -> Self {
        let (movie, media) = (Int128(movie), Int128(media))
        let step = (2 * Int128(next.mediaTime - mediaTime) * movie + media) / (2 * media)
        return Self(duration: UInt64(clamping: step + Int128(next.duration)), mediaTime: mediaTime)
    }
}
