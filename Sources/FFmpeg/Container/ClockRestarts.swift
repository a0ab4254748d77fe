internal import MediaSyntax

/// That the clock of a recording begins anew: two files of MPEG-TS, of Ogg or of MP4 in fragments that were put one behind the other, or a
/// recorder that was switched off and on.
package struct ClockRestarts: Hashable, Sendable {
    /// What is added to the times of each part but the first, in ticks of the tracks (1/90,000 s in MPEG), so that it follows the part before it;
    /// none of a movie.
    package let offsets: [Int64]
    /// A movie in fragments says when each is decoded. It is read as if it said other times.
    private let fragments: FragmentRestarts?

    /// How often it begins anew.
    package var count: Int { fragments?.count ?? offsets.count }

    /// Whether the file is a movie in fragments, which can be sought in.
    package var isOfFragments: Bool { fragments != nil }

    /// What stands in a file in place of its own bytes.
    var changes: [ByteChange] { fragments?.changes ?? [] }

    /// Of a file whose packets are moved.
    init(offsets: [Int64]) { (self.offsets, fragments) = (offsets, nil) }

    /// Of a movie in fragments.
    init(_ fragments: FragmentRestarts) { (offsets, self.fragments) = ([], fragments) }

    /// The offset of a part; 0 is the first.
    func offset(ofPart part: Int) -> Int64 { part == 0 || offsets.isEmpty ? 0 : offsets[min(part, offsets.count) - 1] }
}

/// Tells which part of a file a packet belongs to, where its clock begins anew.
///
/// A part begins where the decoding times of a track of video or audio go back. A demuxer gives the last packet of a track only
/// when the next one comes, so that packets of the next part may come before it: each track changes to a part by itself, at
/// the latest with its first packet that lies behind the beginning of that part.
///
/// A single time that is later than those around it is no restart: a writer of MPEG-PS may leave a time of decoding out, and that of
/// presentation is taken for it.
struct RestartCounter {
    fileprivate struct Track {
        var part: Int
        /// Of the last packet with a time.
        var time: Int64?
        /// Of the one before, in the same part.
        var before: Int64?
    }

    private var tracks: [Int: Track] = [:]
    /// Where each part begins in the file, in bytes.
    private var starts: [Int64] = [0]

    /// The number of the part of the next packet of a track. `time` is when it is decoded, in ticks of the track.
    mutating func part(track: Int, time: Int64?, position: Int64?) -> Int {
        var known = tracks[track] ?? Track(part: starts.count - 1)
        defer { tracks[track] = known }
        let first = known.part
        if let time, let last = known.time, Self.goesBack(from: last, to: time), !known.goesOn(at: time) {
            known.part += 1
            if known.part == starts.count { starts.append(position ?? .max) }
            if let position { starts[known.part] = min(starts[known.part], position) }
        } else if let position {
            while known.part + 1 < starts.count, position >= starts[known.part + 1] { known.part += 1 }
        }
        if let time { (known.before, known.time) = (known.part == first ? known.time : nil, time) }
        return known.part
    }

    /// Clocks of MPEG count to 2³³, and libavformat takes a time that lies much before the file's first one for a later round. So
    /// a jump over more than half of a round is one back.
    private static func goesBack(from last: Int64, to time: Int64) -> Bool {
        // Times that are further apart than any number can say are damaged, and far more than a round.
        let (distance, overflows) = time.subtractingReportingOverflow(last)
        return overflows || distance < -tolerance || distance > 1 << 32
    }

    /// Decoding times of a stream that was not put together never go back. Damaged ones go back a little.
    private static let tolerance: Int64 = 9000
}

extension RestartCounter.Track {
    /// Whether a time follows the last but one, so that the last one was out of order.
    fileprivate func goesOn(at time: Int64) -> Bool {
        guard let before else { return false }
        let (distance, overflows) = time.subtractingReportingOverflow(before)
        return !overflows && (0...Self.longestStep).contains(distance)
    }

    /// From one frame to the next, in ticks: a second.
    private static let longestStep: Int64 = 90_000
}

/// Finds by how much the parts of a file have to be moved, so that no track overlaps itself and the gaps are as short as
/// possible.
struct RestartSearch {
    /// For each part, from when to when each track is presented, in ticks of the track.
    private var parts: [[Int: (start: Int64, end: Int64)]] = [[:]]

    /// Takes a packet of a part.
    mutating func add(part: Int, track: Int, from start: Int64, lasting duration: Int64) {
        while parts.count <= part { parts.append([:]) }
        let end = start &+ max(0, duration)
        let known = parts[part][track] ?? (start, end)
        parts[part][track] = (min(known.start, start), max(known.end, end))
    }

    /// `nil` where the clock does not begin anew.
    var restarts: ClockRestarts? {
        guard parts.count > 1 else { return nil }
        var ends: [Int: Int64] = [:]
        var offsets: [Int64] = []
        for part in parts {
            let gaps = part.compactMap { track, extent in ends[track].map { $0 &- extent.start } }
            let offset = offsets.isEmpty && ends.isEmpty ? 0 : gaps.max() ?? offsets.last ?? 0
            for (track, extent) in part { ends[track] = extent.end &+ offset }
            offsets.append(offset)
        }
        return ClockRestarts(offsets: Array(offsets.dropFirst()))
    }
}
