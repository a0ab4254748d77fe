internal import MediaTime

/// Looks for a constant rate on the clock that timestamps were written by first.
///
/// What was copied from Matroska or FLV to MP4 has whole milliseconds on a clock of 1/16,000 s, and what QuickTime wrote 600ths of a second
/// on one of 1/19,200 s: rounding to the file's own clock explains neither. So the steps are looked for in which the first timestamps lie, and
/// what rounding to these explains is searched beside what rounding to the file's own ticks does.
struct CopiedClockSearch {
    private let track: MediaTrack
    private let stated: FrameRate?
    private var own: FrameGridSearch
    /// On the steps of the first timestamps; `nil` until these are known, and where they are the track's ticks.
    private var copied: FrameGridSearch?
    /// The first timestamps, until they are enough.
    private var first: [RationalTime] = []
    private var knowsStep = false

    /// So many timestamps show their steps: of usual rates a few do.
    private static let enough = 64

    /// A search among the timestamps of a track; `stated` is the rate that its container states. A few timestamps may lie elsewhere.
    init(_ track: MediaTrack, stated: FrameRate?) {
        (self.track, self.stated) = (track, stated)
        own = FrameGridSearch(track, stated: stated, tolerating: true)
    }

    /// Takes the next timestamp (asset time), in presentation order.
    mutating func add(_ timestamp: RationalTime) {
        own.add(timestamp)
        guard !knowsStep else {
            copied?.add(timestamp)
            return
        }
        first.append(timestamp)
        if first.count == Self.enough { findStep() }
    }

    /// The grid that explains the timestamps; `nil` where none does, and where the clock expresses it exactly. That of the file's own clock
    /// comes first, unless some timestamps lie elsewhere on it.
    mutating func found() -> FrameGrid? {
        if !knowsStep { findStep() }
        let grid = own.grid
        if own.rate != nil, grid?.outliers ?? 0 == 0 { return grid }
        return copied?.grid ?? grid
    }

    private mutating func findStep() {
        knowsStep = true
        defer { first = [] }
        var step: Int64 = 0
        for timestamp in first {
            guard let offset = try? timestamp - first[0],
                let ticks = try? offset.ticks(ofUnit: track.tickNumerator, over: track.timescale, rounding: .nearest)
            else { return }
            step = Int64(greatestCommonDivisor(Int128(step), Int128(ticks)))
        }
        guard step > 1 else { return }
        var search = FrameGridSearch(track, step: step, stated: stated, tolerating: true)
        for timestamp in first { search.add(timestamp) }
        copied = search
    }
}
