internal import MediaSyntax
internal import MediaTime

/// Which part of a track is presented, and when: what lies before the movie's start is hidden, and a track that begins
/// later is preceded by nothing.
struct TrackPresentation {
    /// How long nothing is presented before the track, in ticks of the movie.
    private let delay: UInt64
    /// Where in the track its presentation begins, in ticks of the track from its first sample's decoding time.
    private let mediaTime: Int64
    /// How long the track is presented, in ticks of the movie.
    let shown: UInt64
    /// Whether samples are left that are not presented.
    private let isCut: Bool

    /// From the movie's start to the end of the track, in ticks of the movie.
    var duration: UInt64 { delay + shown }

    /// - Parameters:
    ///   - index: the track's samples.
    ///   - timescale: ticks of the track in a second.
    ///   - start: the instant of the samples' time that the movie begins with. It is rounded to the nearest tick.
    ///   - turn: the instant of the samples' time at which another movie goes on; `nil` where none does. What this one holds beyond it
    ///     is not presented.
    ///   - movieTimescale: ticks of the movie in a second. Durations are rounded to the nearest one.
    init(
        _ index: SampleIndex,
        timescale: UInt32,
        start: RationalTime,
        turn: RationalTime?,
        movieTimescale: UInt32
    ) {
        let base = Int64(clamping: index.firstTime ?? 0)
        let (first, end) = Self.presented(index)
        let begin = Self.ticks(start, timescale) - base
        mediaTime = max(begin, first)
        func inMovie(_ ticks: Int64) -> UInt64 {
            let scaled = Int128(max(0, ticks)) * Int128(movieTimescale)
            return UInt64((scaled + Int128(timescale) / 2) / Int128(timescale))
        }
        let (before, all) = (inMovie(first - begin), inMovie(end - max(begin, first)))
        // In the movie's ticks, which are finer than a sample: both tracks end at one instant.
        let most = turn.map { UInt64(max(0, Self.ticks($0, movieTimescale) - Self.ticks(start, movieTimescale))) }
        delay = before
        shown = most.map { min(all, $0 - min($0, before)) } ?? all
        isCut = shown < all
    }

    /// When the first sample is presented and the last one ends, in ticks from the first sample's decoding time.
    private static func presented(_ index: SampleIndex) -> (first: Int64, end: Int64) {
        var time: Int64 = 0
        var first = Int64.max
        var end: Int64 = 0
        for (duration, offset) in zip(index.durations, index.compositionOffsets) {
            first = min(first, time + Int64(offset))
            end = max(end, time + Int64(offset) + Int64(duration))
            time += Int64(duration)
        }
        return (min(first, end), end)
    }

    private static func ticks(_ time: RationalTime, _ timescale: UInt32) -> Int64 {
        let (scaled, unit) = (Int128(time.value) * Int128(timescale), Int128(time.timescale))
        return Int64(clamping: (2 * scaled + unit) / (2 * unit))
    }

    /// Writes the box `edts`; nothing where the whole track is presented from the start to its end.
    func write(into writer: inout ByteWriter) {
        guard delay > 0 || mediaTime != 0 || isCut else { return }
        var entries = [EditListBox.Entry(duration: shown, mediaTime: mediaTime)]
        if delay > 0 { entries.insert(EditListBox.Entry(duration: delay, mediaTime: -1), at: 0) }
        writer.box("edts") { EditListBox(entries).write(into: &$0) }
    }
}
