/// What a track's edit list presents.
package struct TrackEdits: Hashable, Sendable {
    private let entries: [EditListBox.Entry]
    /// Ticks of the movie in a second.
    package let movieTimescale: UInt32

    /// `nil` where there is no unit.
    package init?(_ list: EditListBox, movieTimescale: UInt32) {
        guard movieTimescale > 0 else { return nil }
        entries = list.entries
        self.movieTimescale = movieTimescale
    }

    /// How many parts of the track are presented, one after the other, without the pauses between them.
    package var partCount: Int { entries.count { $0.mediaTime != -1 } }

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
}
