/// Cues that overlap, made into ones that follow one another: what is shown together is one cue. For containers in which each cue takes the
/// place of the one before it (MP4).
struct ConcurrentCues<Instant: Comparable> {
    struct Cue {
        let start: Instant
        /// `nil` where it is shown until the next one begins.
        var end: Instant?
        var lines: [DialogueLine]
    }

    /// Those that may still be shown when the next one begins, in the order in which they began.
    private var shown: [Cue] = []
    /// When what is shown now began.
    private var start: Instant?

    /// Adds a cue, and gives those that are over when it begins. One that begins before the last one is shown as soon as that.
    mutating func add(_ cue: Cue) -> [Cue] {
        let begin = max(cue.start, start ?? cue.start)
        for index in shown.indices where shown[index].end == nil { shown[index].end = begin }
        let over = advance(to: begin)
        shown.append(cue)
        return over
    }

    /// The rest, when no more cues come.
    mutating func finish() -> [Cue] {
        guard let last = shown.compactMap(\.end).max() else {
            defer { shown = [] }
            return start.flatMap { piece(from: $0, to: nil) }.map { [$0] } ?? []
        }
        var over = advance(to: last)
        // What has no end goes on alone.
        if let start, let rest = piece(from: start, to: nil) { over.append(rest) }
        shown = []
        return over
    }

    /// What is shown up to an instant, cut wherever one of the cues ends.
    private mutating func advance(to instant: Instant) -> [Cue] {
        var pieces: [Cue] = []
        while let from = start, from < instant, !shown.isEmpty {
            let end = shown.compactMap(\.end).min().map { min($0, instant) } ?? instant
            if from < end {
                if let piece = piece(from: from, to: end) { pieces.append(piece) }
                start = end
            }
            shown.removeAll { cue in cue.end.map { $0 <= end } ?? false }
        }
        shown.removeAll { cue in cue.end.map { $0 <= instant } ?? false }
        start = instant
        return pieces
    }

    private func piece(from start: Instant, to end: Instant?) -> Cue? {
        shown.isEmpty ? nil : Cue(start: start, end: end, lines: shown.flatMap(\.lines))
    }
}
