/// Finds ``NegativeOffsets`` in the fragments of a track.
struct NegativeOffsetSearch {
    /// The last sample of the first run that states offsets.
    private struct Place {
        /// Of its offset, in bytes from the beginning of the file.
        let position: UInt64
        let (decoded, offset): (Int64, Int64)
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

    /// Takes what the next fragment says of the track.
    mutating func add(_ track: FragmentTrack) {
        if let time = track.time { decoded = Int64(clamping: time) }
        for (run, position) in track.runs where run.sampleCount > 0 && !isOver {
            let offsets = run.samples.lazy.map { Int64($0.compositionOffset) }
            least = min(least, offsets.min() ?? 0)
            if run.fields.contains(.compositionOffset), place == nil {
                isOver = offsets.first.map { $0 > 0 } ?? false
                if first != nil { plainEnd = decoded }
                (place, leastOfFirst) = (self.place(of: run, at: position, track.usual), least)
            }
            first = first ?? earliest(of: run, track.usual)
            decoded &+= run.duration(usual: track.usual)
        }
    }

    private func earliest(of run: TrackRunBox, _ usual: UInt32) -> Int64 {
        var (time, earliest) = (decoded, decoded &+ Int64(run.samples.first?.compositionOffset ?? 0))
        for sample in run.samples {
            earliest = min(earliest, time &+ Int64(sample.compositionOffset))
            time &+= Int64(run.fields.contains(.duration) ? sample.duration : usual)
        }
        return earliest
    }

    private func place(of run: TrackRunBox, at position: UInt64, _ usual: UInt32) -> Place? {
        guard let offset = run.offsetPosition, let last = run.samples.last else { return nil }
        let step = run.fields.contains(.duration) ? last.duration : usual
        return Place(
            position: position + UInt64(offset),
            decoded: decoded &+ run.duration(usual: usual) &- Int64(step),
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

extension TrackRunBox {
    /// How long all samples last, in ticks of the track, where one that does not say so lasts for so many.
    fileprivate func duration(usual: UInt32) -> Int64 {
        guard fields.contains(.duration) else { return Int64(sampleCount) &* Int64(usual) }
        return samples.reduce(0) { $0 &+ Int64($1.duration) }
    }
}
