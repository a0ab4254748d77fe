/// Finds a ``HiddenBeginning`` in samples in the order in which they are stored.
struct HiddenBeginningSearch {
    private let part: (pause: UInt64, start: Int64)
    private let movieTimescale: UInt32
    /// When the next sample is decoded, in ticks of the track, as are all times here.
    private var decoded: Int64 = 0
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

    /// Takes what the next fragment says of the track.
    mutating func add(_ track: FragmentTrack) {
        if let time = track.time { decoded = Int64(clamping: time) }
        for (run, _) in track.runs {
            let isStated = run.fields.contains(.duration)
            for place in 0..<Int(run.sampleCount) {
                if isOver { return }
                // Of a run that says nothing of each sample, no sample is there.
                let sample = place < run.samples.count ? run.samples[place] : TrackRunBox.Sample()
                add(lasting: isStated ? sample.duration : track.usual, offset: sample.compositionOffset)
            }
        }
    }

    private mutating func add(lasting step: UInt32, offset: Int32) {
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
