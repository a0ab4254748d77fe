internal import DequeModule

/// The order in which the packets of several tracks stand in a file: by decoding time, but those of one source as they stand
/// there, where that puts none of them too early. So what is copied stays together, and can be copied in long parts; and the
/// tracks are interleaved as well as they were.
///
/// It knows of packets only what it needs to know: who adds one keeps it until it is named.
struct PacketOrder {
    /// What is known of a packet.
    struct Entry {
        /// When it is decoded, in seconds of target time.
        let time: Double
        /// Where it stands in its source; `nil` where it was made.
        let place: Place?
    }

    /// A place in a file.
    struct Place {
        /// The file's number among the sources.
        let input: Int
        /// In bytes.
        let offset: Int64
    }

    private struct Track {
        var entries = Deque<Entry>()
        var isFinished = false
        let keepsLast: Bool

        /// Whether the only packet that is there may be the last one, and is kept until that is known.
        var isKept: Bool { keepsLast && !isFinished && entries.count == 1 }
    }

    private var tracks: [Track]

    /// No packet stands in front of one that is decoded earlier by more than this, in seconds of target time.
    private static let lead = InterleaveGate.lead
    /// A track of which nothing is there is not waited for when others have so much waiting, in seconds of target time: the gate
    /// has let them go so far only because that track is there already, and its next packet is a later one.
    private static let patience = InterleaveGate.lead + 2 * InterleaveGate.step

    /// Of so many tracks, of some of which the last packet comes when it is known to be that.
    init(tracks: Int, keepingLast: [Bool] = []) {
        self.tracks = (0..<tracks).map { Track(keepsLast: keepingLast.indices.contains($0) && keepingLast[$0]) }
    }

    /// A packet of a track is there.
    mutating func add(_ entry: Entry, to track: Int) { tracks[track].entries.append(entry) }

    /// No more packets of a track will come.
    mutating func finish(_ track: Int) { tracks[track].isFinished = true }

    /// The track of which the first packet that is there comes next; `nil` where that is not known yet.
    mutating func next() -> Int? {
        var earliest: (track: Int, entry: Entry)?
        var latest = -Double.infinity
        var isComplete = true
        for (number, track) in tracks.enumerated() {
            guard let first = track.entries.first, let last = track.entries.last else {
                isComplete = isComplete && track.isFinished
                continue
            }
            latest = max(latest, last.time)
            if earliest.map({ first.time < $0.entry.time }) ?? true { earliest = (number, first) }
        }
        guard let earliest, isComplete || latest - earliest.entry.time >= Self.patience else { return nil }
        let track = firstStored(beside: earliest.entry) ?? earliest.track
        if tracks[track].isKept { return nil }
        tracks[track].entries.removeFirst()
        return track
    }

    /// The track whose first packet stands before all others in the source of one, of those that are not much later.
    private func firstStored(beside earliest: Entry) -> Int? {
        guard let place = earliest.place else { return nil }
        var found: (track: Int, offset: Int64)?
        for (number, track) in tracks.enumerated() {
            guard let first = track.entries.first, first.time <= earliest.time + Self.lead,
                let other = first.place, other.input == place.input
            else { continue }
            if found.map({ other.offset < $0.offset }) ?? true { found = (number, other.offset) }
        }
        return found?.track
    }
}
