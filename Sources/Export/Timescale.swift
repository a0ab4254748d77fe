internal import MediaTime

/// Finds the timescale of a copied track.
enum Timescale {
    /// The smallest timescale that expresses every mapped tick of a source exactly, or, where none of 31 bits does,
    /// the finest multiple of the source's own: then every instant is rounded once, by less than a tick.
    ///
    /// `tick` is the unit of the source's instants, a container's tick or the frame duration of a ``FrameGrid``; `origin` is
    /// one of them (asset time).
    static func exact(for segments: [TimeMapping], tick: RationalTime, origin: RationalTime) -> Int32 {
        var common: Int128 = 1
        for segment in segments {
            // One tick of the source lasts this long in the target; all other instants are multiples of it away from
            // the instant below.
            guard let step = try? segment.rate.targetDuration(of: tick),
                let place = try? segment.targetTime(ofSource: origin),
                let joined = leastCommonMultiple(common, Int128(step.reduced.timescale)),
                let all = leastCommonMultiple(joined, Int128(place.reduced.timescale))
            else { return finest(tick) }
            common = all
        }
        return Int32(exactly: common) ?? finest(tick)
    }

    /// A timescale for whole movies in which each of these is exact, or the finest of them where there is none.
    static func common(of timescales: [Int32]) -> Int32 {
        var common: Int128 = 1
        for timescale in timescales {
            guard let next = leastCommonMultiple(common, Int128(timescale)) else { return timescales.max() ?? 1000 }
            common = next
        }
        return Int32(exactly: common) ?? timescales.max() ?? 1000
    }

    private static func finest(_ tick: RationalTime) -> Int32 {
        let timescale = tick.reduced.timescale
        return timescale * (1_000_000_000 / timescale)
    }

    /// `nil` where it does not fit a timescale.
    private static func leastCommonMultiple(_ a: Int128, _ b: Int128) -> Int128? {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        let multiple = a / x * b
        return multiple <= Int128(Int32.max) ? multiple : nil
    }
}
