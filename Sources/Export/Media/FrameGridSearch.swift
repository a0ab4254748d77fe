internal import MediaTime

/// Looks for a constant rate of which all timestamps of a track are rounded instants.
///
/// One timestamp that rounding does not explain (``RateFit``) refutes the rate, and the timestamps are believed. A rate is one that
/// the container states or that is in use; averages and guesses are none.
///
/// For a constant rate of the output, a few late or early ones refute nothing, as long as each frame is nearest to a place of its own.
struct FrameGridSearch {
    /// Of so many timestamps at least, one may lie elsewhere.
    private static let timestampsPerOutlier: Int128 = 50

    /// A rate that is not refuted.
    private struct Candidate {
        var fit: RateFit
        var lastFrame: Int128 = -1
        /// How many timestamps rounding does not explain.
        var outliers: Int128 = 0
        /// By how much one of those is off at most, in ticks over the fit's denominator.
        var farthest: Int128 = 0

        /// Whether the rate explains a timestamp as well, of a frame later than the last one; with `tolerating`, also one that lies
        /// elsewhere.
        mutating func explains(_ ticks: Int64, tolerating: Bool) -> Bool {
            if let (frame, deviation) = fit.explainedPlace(of: ticks, behind: lastFrame) {
                lastFrame = frame
                return fit.take(deviation)
            }
            let (frame, deviation) = fit.place(of: ticks)
            guard frame > lastFrame else { return false }
            lastFrame = frame
            outliers += 1
            farthest = max(farthest, abs(deviation))
            return tolerating
        }

        /// Whether so few instants have no frame that the rate can be believed, of so many frames. Where these are less than two ticks apart,
        /// rounding explains any timestamps as those of a rate that most frames are missing from.
        func isDense(_ count: Int128, over span: Int64) -> Bool {
            let missing = lastFrame + 1 - count
            guard fit.isClose else { return missing <= count }
            // Frames that all are a tick apart come at that rate, and at no other.
            return missing * FrameGridSearch.timestampsPerOutlier <= count && (fit.isExact || Int128(span) >= count)
        }
    }

    private let track: MediaTrack
    /// So many ticks of the track are one of the clock that timestamps were rounded to.
    private let step: Int64
    private let stated: FrameRate?
    private let tolerates: Bool
    private var candidates: [Candidate]
    private var first: RationalTime?
    private var count: Int128 = 0
    /// The last timestamp, in steps behind the first.
    private var span: Int64 = 0

    /// A search among the timestamps of a track, which were rounded to steps of so many of its ticks; `stated` is the rate that its container
    /// states. With `tolerating`, a few timestamps may lie elsewhere, and with `acrossZero` they lie on both sides of the clock's zero.
    init(
        _ track: MediaTrack,
        step: Int64 = 1,
        stated: FrameRate?,
        tolerating: Bool = false,
        acrossZero: Bool = false
    ) {
        self.track = track
        self.step = step
        tolerates = tolerating
        self.stated = stated
        var rates = FrameRate.usual
        // A duration of 33,333,333 ns states 30 frames a second.
        if let stated, !rates.contains(where: stated.isStated) { rates.append(stated) }
        // A frame each tick. Over a short clip, a rate a little below explains that, too.
        let each = FrameRate(
            numerator: Int128(track.timescale),
            denominator: Int128(track.tickNumerator) * Int128(step)
        )
        if let each, !rates.contains(each) { rates.append(each) }
        let tick = RationalTime(
            numerator: Int128(track.tickNumerator) * Int128(step),
            denominator: Int128(track.timescale)
        )
        candidates = rates.compactMap { rate in
            tick.flatMap { RateFit(rate, tick: $0, acrossZero: acrossZero) }.map { Candidate(fit: $0) }
        }
    }

    /// Takes the next timestamp (asset time), in presentation order.
    mutating func add(_ timestamp: RationalTime) {
        guard !candidates.isEmpty else { return }
        count += 1
        guard let first else {
            first = timestamp
            return
        }
        guard let offset = try? timestamp - first,
            let ticks = try? offset.ticks(ofUnit: track.tickNumerator, over: track.timescale, rounding: .nearest),
            ticks % step == 0
        else {
            candidates = []
            return
        }
        span = ticks / step
        candidates = candidates.compactMap { candidate in
            var candidate = candidate
            return candidate.explains(span, tolerating: tolerates) ? candidate : nil
        }
    }

    /// The grid that explains all timestamps; `nil` where none does, where most of its frames would be missing, and where the
    /// clock expresses it exactly.
    ///
    /// See ``best``.
    var grid: FrameGrid? {
        guard let first, let best, !best.fit.isExact || best.outliers > 0 else { return nil }
        let fit = best.fit
        func time(_ parts: Int128) -> RationalTime? {
            RationalTime(
                numerator: parts * Int128(track.tickNumerator) * Int128(step),
                denominator: fit.denominator * Int128(track.timescale)
            )
        }
        guard let lead = time(-fit.least), let middle = time(fit.middle), let farthest = time(best.farthest) else {
            return nil
        }
        var grid = FrameGrid(origin: first, rate: fit.rate, lead: lead, middle: middle, hasGaps: hasGaps(best))
        (grid.outliers, grid.farthest) = (Int64(clamping: best.outliers), farthest)
        return grid
    }

    /// The rate that explains all timestamps, also where the clock expresses it exactly, and whether frames are missing at it; `nil` where
    /// none does.
    var rate: (rate: FrameRate, hasGaps: Bool)? { best.map { ($0.fit.rate, hasGaps($0)) } }

    /// Of several rates one comes first at which no frame is missing, then the stated one, then the one from which timestamps deviate least:
    /// a multiple of a rate explains no less, and the lower of them is taken. At a timescale of 30000 that is 29.97 frames a second, exactly,
    /// and not 59.94 of which every second one would be missing, also where these are stated.
    private var best: Candidate? {
        guard count > 1 else { return nil }
        let dense = candidates.filter {
            $0.isDense(count, over: span) && $0.outliers * Self.timestampsPerOutlier <= count
        }
        // A frame each tick is no matter of rounding, unless another rate is stated at which none is missing.
        if let exact = dense.first(where: { $0.fit.isClose && $0.fit.isExact && $0.outliers == 0 }),
            !hasGaps(exact) || !dense.contains(where: { $0.outliers == 0 && !hasGaps($0) && rank($0) == 0 })
        {
            return exact
        }
        func order(_ candidate: Candidate) -> (Int128, Int, Int, Double, FrameRate) {
            let (fit, gaps) = (candidate.fit, hasGaps(candidate) ? 1 : 0)
            return (candidate.outliers, gaps, rank(candidate), fit.spread, fit.rate)
        }
        return dense.min { order($0) < order($1) }
    }

    private func hasGaps(_ candidate: Candidate) -> Bool { candidate.lastFrame + 1 > count }

    private func rank(_ candidate: Candidate) -> Int {
        if let stated, stated.isStated(as: candidate.fit.rate) { 0 } else { 1 }
    }
}
