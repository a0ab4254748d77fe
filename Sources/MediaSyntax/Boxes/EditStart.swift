/// An edit list that begins to present a track where no frame begins: in the midst of one, which is on screen there for as long as is left
/// of it, or before the first.
package struct EditStart: Hashable, Sendable {
    /// For how long nothing is presented before, in ticks of the movie.
    package let pause: UInt64
    /// Ticks of the movie in a second.
    package let movieTimescale: UInt32
    /// How much of the frame has passed by then, in ticks of the track; none before the first.
    package let passed: Int64
    /// How long it is until the next frame, in ticks of the track: more than none.
    package let left: Int64

    /// `nil` where the list plays no single part of the track, or begins it where a frame begins, or behind the last.
    ///
    /// - Parameters:
    ///   - edits: What the track's edit list presents.
    ///   - steps: How long after each sample the next one is decoded, in ticks of the track.
    ///   - offsets: How long after its decoding each sample is presented; empty where all are presented when they are decoded.
    /// - Complexity: O(number of samples up to the one that is presented first, and of entries of the tables).
    package init?(
        _ edits: TrackEdits,
        steps: [RunLength<UInt32>],
        offsets: [RunLength<Int32>]
    ) {
        guard let part = edits.onlyPart, part.start >= 0 else { return nil }
        var (before, behind): (Int64?, Int64?)
        let earliest = Int64(offsets.map(\.value).min() ?? 0)
        let followed = Self.walk(steps, offsets) { decoded, presented in
            if presented < part.start {
                before = max(before ?? presented, presented)
            } else {
                behind = min(behind ?? presented, presented)
            }
            // No later sample is presented before this.
            return behind.map { decoded + earliest < $0 } ?? true
        }
        guard followed, let behind, behind > part.start else { return nil }
        (pause, movieTimescale) = (part.pause, edits.movieTimescale)
        (passed, left) = (before.map { part.start - $0 } ?? 0, behind - part.start)
    }

    /// No recording has as many samples; damaged tables may state billions.
    private static let mostSamples = 1 << 24

    /// Calls a body with when each sample is decoded and presented, as long as it returns `true`. Returns `false` where the two tables
    /// are not of as many samples, and where there are too many.
    private static func walk(
        _ steps: [RunLength<UInt32>],
        _ offsets: [RunLength<Int32>],
        _ body: (_ decoded: Int64, _ presented: Int64) -> Bool
    ) -> Bool {
        var decoded: Int64 = 0
        var (run, place) = (0, UInt32(0))
        guard steps.reduce(0, { $0 + Int($1.count) }) <= mostSamples else { return false }
        for step in steps {
            for _ in 0..<step.count {
                while run < offsets.count, place >= offsets[run].count { (run, place) = (run + 1, 0) }
                guard offsets.isEmpty || run < offsets.count else { return false }
                guard body(decoded, decoded + (offsets.isEmpty ? 0 : Int64(offsets[run].value))) else { return true }
                place += 1
                decoded += Int64(step.value)
            }
        }
        return true
    }
}
