/// Finds out whether what a container stores of a track are times of decoding, and none of presentation:
///
/// - The presentation times grow from packet to packet, and the frames' own headers say that they are presented in another
///   order. So are files that were copied out of an AVI file, which stores no presentation times.
/// - Packets have no presentation times. So is a track of Matroska in the manner of AVI (`V_MS/VFW/FOURCC`).
struct TimesOfDecoding {
    enum Verdict {
        case undecided
        /// Presentation times are stored.
        case stored
        /// None are stored.
        case absent
        /// Times of decoding are stored in their place.
        case misplaced
    }

    private(set) var verdict = Verdict.undecided
    private var last: (time: Int64, number: Int)?
    private var contradictions = 0
    /// How many packets have a decoding time only.
    private var absences = 0
    /// How many packets hold two frames.
    private var packed = 0
    /// Whether presentation times go back.
    private(set) var goBack = false
    /// Whether a packet is presented at another time than it is decoded.
    private var differ = false
    private var count = 0

    /// Takes the next packet of the stream, in decoding order, and the place of its frame among those that follow the same key
    /// frame. `isPacked`: it holds another frame, which is to be presented before it; `nil` where that cannot be. Two such packets
    /// are proof even where times go back: libavformat makes some up, because it takes a packet for one frame.
    mutating func add(_ packet: borrowing Packet, number: Int, isPacked: Bool?) {
        guard verdict == .undecided else { return }
        count += 1
        let time = packet.pts
        if time == nil, packet.dts != nil { absences += 1 }
        if let time, let decoded = packet.dts, time != decoded { differ = true }
        if let last, let time {
            if time < last.time {
                goBack = true
                if isPacked == nil { return verdict = .stored }
            }
            if time > last.time, number < last.number, !packet.isKey { contradictions += 1 }
        }
        if isPacked == true { packed += 1 }
        last = time.map { ($0, number) }
        if packed >= Self.proof || contradictions >= Self.proof && absences == 0 && !goBack {
            verdict = .misplaced
        } else if count >= Self.sample {
            giveUp()
        }
    }

    /// No more packets come in time.
    mutating func giveUp() {
        guard verdict == .undecided else { return }
        if goBack {
            verdict = .stored
        } else {
            verdict = absences >= Self.proof && !differ ? .absent : contradictions >= Self.proof ? .misplaced : .stored
        }
    }

    /// A single one may be a frame that begins a sequence anew, and is not marked.
    private static let proof = 2
    /// Of so many packets in a row some are presented in another order, if the stream has such.
    private static let sample = 32
}
