internal import MediaTime

/// Counts, while an export goes on, what shows the same frame of the source as the place of the output before.
struct ShownAgain: Hashable, Sendable {
    /// A frame of the source, or black.
    struct Shown: Hashable {
        /// When it is presented in the source; `nil` where it is black.
        let instant: RationalTime?
        /// The part of the track that it is from.
        let part: Int
    }

    /// How many output frames show the same frame as the one before.
    private(set) var repeated: Int64 = 0
    /// How many output frames stand beside the first of a frame's places, in each segment that shows it.
    private(set) var beside: Int64 = 0
    private var last: Shown?

    /// Takes what is shown next, at so many places that follow one another, on behalf of so many segments; `nil` for frames that are none of
    /// the source.
    mutating func note(_ shown: Shown?, at places: Int64, ofSegments segments: Int64) {
        if let shown {
            repeated += shown == last ? places : max(0, places - 1)
            beside += places - min(segments, places)
        }
        last = shown
    }

    /// Takes frames that are copied, each at one place, by the first and the last of them.
    mutating func noteCopied(from first: Shown, to last: Shown) {
        if first == self.last { repeated += 1 }
        self.last = last
    }
}
