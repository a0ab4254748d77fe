internal import FFmpeg
internal import MediaTime

/// When packets of audio begin and end that are copied, to the sample, where their file says so more coarsely: Matroska and FLV round to a
/// millisecond. A packet follows the one before it where its timestamp says so, as far as it can: then it begins where that one's samples end.
/// Other timestamps are believed; but where only one packet is elsewhere, those behind it go on as if it were in its place.
struct SamplePositions: ~Copyable {
    private let samples: PacketSamples
    private let sampleRate: Int32
    /// How much later a packet begins than its timestamp says: what a decoder leaves out at the beginning is subtracted from that in whole
    /// ticks.
    private let delay: RationalTime
    /// By so much a timestamp may be off: a tick, because some writers round down, and a sample.
    private let tolerance: RationalTime
    /// Packets that follow one another.
    private struct Run {
        /// When the first of them begins: its timestamp was believed.
        let start: RationalTime
        /// How many samples they have.
        var count: Int64

        func end(_ sampleRate: Int32) throws(TimeOverflow) -> RationalTime {
            try start + RationalTime(count, sampleRate)
        }
    }

    private var last: Run?
    /// The packets before a single one that is elsewhere, as if that had followed them.
    private var before: Run?
    /// Where the last packet lies in the file. Of several in one block of Matroska, only the first has a time of its own.
    private var lastPlace: Int64?

    /// Of a track that is copied to a container which counts in `unit`; `nil` where the track's own clock counts samples, where the other one
    /// does not, and for other tracks.
    init?(_ track: MediaTrack, _ stream: StreamInfo, to unit: TimeBase) {
        guard stream.kind == .audio, let sampleRate = Int32(exactly: stream.parameters.sampleRate), sampleRate > 0,
            let tick = unit.time(1), case let sample = RationalTime(1, sampleRate), track.tick > sample, tick <= sample,
            let tolerance = try? track.tick + sample
        else { return nil }
        self.sampleRate = sampleRate
        self.tolerance = tolerance
        samples = PacketSamples(stream.parameters)
        let padding = RationalTime(Int64(stream.parameters.initialPadding), sampleRate)
        let rounded = try? padding.ticks(
            ofUnit: stream.timeBase.numerator,
            over: stream.timeBase.denominator,
            rounding: .nearest
        )
        let isSubtracted = track.isOfMatroska
        delay =
            isSubtracted ? rounded.flatMap { stream.timeBase.time($0) }.flatMap { try? $0 - padding } ?? .zero : .zero
    }

    /// When the next packet begins and ends, which its timestamp says to begin at `stated` (asset time); `nil` where nothing says how many
    /// samples it has.
    mutating func place(
        _ packet: borrowing Packet,
        at stated: RationalTime
    ) throws(TimeOverflow) -> (start: RationalTime, end: RationalTime)? {
        guard let count = samples.count(of: packet) else {
            (last, before) = (nil, nil)
            return nil
        }
        let begin = try stated + delay
        let isLaced = lastPlace != nil && packet.filePosition == lastPlace
        lastPlace = packet.filePosition
        var current = Run(start: begin, count: 0)
        let goesOn = try last.map { last throws(TimeOverflow) in try follows(begin, last) } ?? false
        if let last, isLaced || goesOn {
            current = last
            before = nil
        } else if let before, try follows(begin, before) {
            current = before
            self.before = nil
        } else if var passed = last {
            passed.count += Int64(count)
            before = passed
        }
        let start = try current.end(sampleRate)
        current.count += Int64(count)
        last = current
        let heard = max(0, Int64(count) - Int64(packet.endPadding))
        return (start, try start + RationalTime(heard, sampleRate))
    }

    /// Whether a packet that is said to begin at an instant follows others, as far as the clock can say.
    private func follows(_ begin: RationalTime, _ run: Run) throws(TimeOverflow) -> Bool {
        let expected = try run.end(sampleRate)
        let (earlier, later) = (try expected - tolerance, try expected + tolerance)
        return earlier <= begin && begin <= later
    }
}
