/// Finds out whether what a container stores as presentation times are times of decoding: they grow from packet to packet,
/// and the frames' own headers say that they are presented in another order. So are files that were copied out of an AVI
/// file, which stores no presentation times.
struct TimesOfDecoding {
    enum Verdict {
        case undecided
        /// They are presentation times.
        case no
        case yes
    }

    private(set) var verdict = Verdict.undecided
    private var last: (time: Int64, number: Int)?
    private var contradictions = 0
    private var count = 0

    /// Takes the next packet of the stream, in decoding order: its presentation time, and the place of its frame among those
    /// that follow the same key frame.
    mutating func add(time: Int64?, number: Int, isKey: Bool) {
        guard verdict == .undecided else { return }
        count += 1
        if let last, let time {
            if time < last.time { return verdict = .no }
            if time > last.time, number < last.number, !isKey { contradictions += 1 }
        }
        last = time.map { ($0, number) }
        if contradictions >= Self.proof { verdict = .yes } else if count >= Self.sample { verdict = .no }
    }

    /// No more packets come in time.
    mutating func giveUp() { if verdict == .undecided { verdict = .no } }

    /// A single one may be a frame that begins a sequence anew, and is not marked.
    private static let proof = 2
    /// Of so many packets in a row some are presented in another order, if the stream has such.
    private static let sample = 32
}
