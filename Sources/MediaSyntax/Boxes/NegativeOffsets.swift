/// Samples of a track in fragments that are presented before they are decoded: their composition offsets are negative (`trun`, version 1; so
/// CMAF has it). The first sample is then presented when it is decoded, and the track needs no edit list.
///
/// Times count from where the edit list begins, in ticks of the track.
package struct NegativeOffsets: Hashable, Sendable {
    /// How long before its decoding a sample is presented at most: more than none.
    package let most: Int64
    /// When the first sample is presented.
    package let first: Int64
    /// Samples that are decoded before state no offsets: they are presented when they are decoded. `nil` where there are none.
    package let plainEnd: Int64?
    /// What makes the first fragment that states offsets state the most; `nil` where it does.
    package let sign: Sign?

    /// A sample that is then said to be presented earlier than it is.
    package struct Sign: Hashable, Sendable {
        package let change: ByteChange
        /// When the sample is decoded.
        package let decoded: Int64
        /// By how much earlier.
        package let earlier: Int64
    }
}

/// Finds ``NegativeOffsets`` in the fragments of a track.
struct NegativeOffsetSearch {
    /// The last sample of the first run that states offsets.
    private struct Place {
        /// Of its offset, in bytes from the beginning of the file.
        let position: UInt64
        let (decoded, offset): (Int64, Int64)
    }

    /// A fragment's samples that lie one after the other.
    struct Run {
        let box: TrackRunBox
        /// Where the content of its box begins, in bytes from the beginning of the file.
        let position: UInt64
        /// How long a sample lasts that does not say so, in ticks of the track.
        let usual: UInt32
    }

    /// How much earlier than stated the track is presented, by its edit list, in ticks of the track.
    private let start: Int64
    private var place: Place?
    private var (first, plainEnd): (Int64?, Int64?)
    private var (least, leastOfFirst): (Int64, Int64) = (0, 0)
    private var decoded: Int64 = 0

    init(startingAt start: Int64) { self.start = start }

    /// Whether nothing is presented before it is decoded: the first sample waits, as it does for those that follow it and are shown before.
    private(set) var isOver = false

    /// Takes the next run of samples. `time` is when its first one is decoded; `nil` where that is when the last one ends.
    mutating func add(_ run: Run, from time: UInt64?) {
        if let time { decoded = Int64(clamping: time) }
        guard run.box.sampleCount > 0, !isOver else { return }
        let offsets = run.box.samples.lazy.map { Int64($0.compositionOffset) }
        least = min(least, offsets.min() ?? 0)
        if run.states(.compositionOffset), place == nil {
            isOver = offsets.first.map { $0 > 0 } ?? false
            if first != nil { plainEnd = decoded }
            (place, leastOfFirst) = (self.place(of: run), least)
        }
        first = first ?? earliest(of: run)
        decoded &+= run.duration
    }

    private func earliest(of run: Run) -> Int64 {
        var (time, earliest) = (decoded, decoded &+ Int64(run.box.samples.first?.compositionOffset ?? 0))
        for sample in run.box.samples {
            earliest = min(earliest, time &+ Int64(sample.compositionOffset))
            time &+= Int64(run.states(.duration) ? sample.duration : run.usual)
        }
        return earliest
    }

    private func place(of run: Run) -> Place? {
        guard let position = run.box.offsetPosition, let last = run.box.samples.last else { return nil }
        return Place(
            position: run.position + UInt64(position),
            decoded: decoded &+ run.duration &- Int64(run.states(.duration) ? last.duration : run.usual),
            offset: Int64(last.compositionOffset)
        )
    }

    /// What was found, up to the end of the movie; `nil` where no sample is presented before it is decoded.
    var found: NegativeOffsets? {
        guard least < 0, let first, let place else { return nil }
        var writer = ByteWriter()
        writer.int32(Int32(clamping: least))
        let sign = NegativeOffsets.Sign(
            change: ByteChange(position: place.position, bytes: writer.bytes),
            decoded: place.decoded &- start,
            earlier: place.offset - least
        )
        return NegativeOffsets(
            most: -least,
            first: first &- start,
            plainEnd: plainEnd.map { $0 &- start },
            sign: least == leastOfFirst ? nil : sign
        )
    }
}

extension NegativeOffsetSearch.Run {
    func states(_ field: TrackRunBox.Fields) -> Bool { box.fields.contains(field) }

    /// How long all of its samples last, in ticks of the track.
    var duration: Int64 {
        guard states(.duration) else { return Int64(box.sampleCount) &* Int64(usual) }
        return box.samples.reduce(0) { $0 &+ Int64($1.duration) }
    }
}
