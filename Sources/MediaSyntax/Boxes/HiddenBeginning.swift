/// What the edit list of a track in fragments hides: the samples that are presented before its part of the track begins.
package struct HiddenBeginning: Hashable, Sendable {
    /// For how long nothing is presented before that part, in ticks of the movie.
    package let pause: UInt64
    /// Ticks of the movie in a second.
    package let movieTimescale: UInt32
    /// Where that part begins, in ticks of the track.
    package let start: Int64
    /// How long before the part the first sample begins, in ticks of the track: more than none.
    package let length: Int64
    /// The sample before the part is on screen where it begins, until the next one: how long it has been presented by then, and how long it
    /// still is, in ticks of the track. `nil` where a sample begins there, and where none follows.
    package let held: Held?

    package struct Held: Hashable, Sendable {
        package let (passed, left): (Int64, Int64)
    }
}

/// Finds a ``HiddenBeginning`` in samples in the order in which they are stored.
struct HiddenBeginningSearch {
    private let part: (pause: UInt64, start: Int64)
    private let movieTimescale: UInt32
    /// When the next sample is decoded, in ticks of the track, as are all times here.
    private(set) var decoded: Int64 = 0
    /// When the first sample is presented, the last before the part, and the first in it.
    private var (first, before, behind): (Int64?, Int64?, Int64?)
    private var count = 0

    /// No track hides as many samples; damaged fragments may state billions.
    private static let mostSamples = 1 << 24

    /// By how much a sample is presented before it is decoded, as far as is known: not more than none.
    private var earliest: Int64 = 0

    /// `nil` where the list hides nothing of a track that begins at zero, and where it plays no single part of it.
    init?(_ edits: TrackEdits) {
        guard let part = edits.onlyPart, part.start > 0 else { return nil }
        self.part = part
        movieTimescale = edits.movieTimescale
    }

    /// The next sample is decoded at a time.
    mutating func go(to time: UInt64) { decoded = Int64(clamping: time) }

    /// Takes the next sample.
    mutating func add(lasting step: UInt32, offset: Int32) {
        let presented = decoded &+ Int64(offset)
        count += 1
        earliest = min(earliest, Int64(offset))
        first = min(first ?? presented, presented)
        if presented < part.start {
            before = max(before ?? presented, presented)
        } else {
            behind = min(behind ?? presented, presented)
        }
        decoded &+= Int64(step)
    }

    /// Whether no sample that follows is presented before those that were found.
    var isOver: Bool { count >= Self.mostSamples || behind.map { decoded &+ earliest > $0 } ?? false }

    /// What was found; `nil` where nothing is hidden.
    var found: HiddenBeginning? {
        guard let first, let before else { return nil }
        let held = behind.flatMap { behind in
            behind > part.start ? HiddenBeginning.Held(passed: part.start &- before, left: behind &- part.start) : nil
        }
        return HiddenBeginning(
            pause: part.pause,
            movieTimescale: movieTimescale,
            start: part.start,
            length: part.start &- first,
            held: held
        )
    }
}
