internal import MediaTime

/// Finds the timescale of a copied track.
enum Timescale {
    /// What one part of a track needs of a timescale.
    struct Demand {
        let segments: [TimeMapping]
        /// The unit of the source's instants, a container's tick or the frame duration of a ``FrameGrid``.
        let tick: RationalTime
        /// One of those instants (asset time).
        let origin: RationalTime
        /// How long a frame of the source usually lasts (asset time); `nil` where that is not known.
        var frame: RationalTime?
        /// How evenly the samples follow one another.
        var pace = Pace.steady
        /// How much of the source lies before the first segment (asset time): a copy may hide it.
        var lead = RationalTime.zero
        /// Whether frames begin and end where segments do, be that within frames of the source: so do those that are encoded.
        var cutsFrames = false

        /// How evenly samples follow one another.
        enum Pace {
            /// Frames of a constant rate.
            case steady
            /// Frames that may last long.
            case uneven
            /// Texts and readings, which may be hours apart.
            case sparse
        }
    }

    /// How long a frame is taken to last where that is not known.
    static let usualFrame = RationalTime(1, 10)

    /// The smallest timescale in which every mapped tick of the sources is exact. Where none within the limit is, instants are rounded
    /// once, by less than a tick: it is the finest within the limit of which the exact one is a multiple, or, where that does not fit
    /// 31 bits, the finest multiple of the source's own up to 1,000,000,000.
    ///
    /// Where segments begin and end within frames that are cut there, these instants are exact, too; or, where that does not fit the limit,
    /// the timescale is a multiple, of about a microsecond, of what the frames need.
    ///
    /// In a ramp instants are irrational. Where there is a ramp, the timescale is a multiple, of about a microsecond, of what
    /// everything else needs.
    ///
    /// - Parameters:
    ///   - demands: What the parts of the track need.
    ///   - limit: The most ticks a second: a ``TimescaleLimit``.
    /// - Returns: Ticks a second.
    static func exact(for demands: [Demand], limit: Int32 = .max) -> Int32 {
        guard let exact = exactTicks(for: demands) else {
            return finest(demands[0].tick, limit: min(limit, 1_000_000_000))
        }
        let cuts = demands.filter(\.cutsFrames).flatMap(\.segments).flatMap { edges(of: $0) }
        let whole = exact <= limit ? finer(exact, for: cuts, limit: limit) : exact
        let hasRamps = demands.contains { $0.segments.contains(where: \.isRamp) }
        return coarser(hasRamps ? finest(multipleOf: whole, limit: limit) : whole, limit: limit)
    }

    /// The finest timescale within a limit of which a timescale is a multiple, if there is one that is not much coarser. Within the limit it
    /// is the timescale itself.
    static func coarser(_ timescale: Int32, limit: Int32) -> Int32 {
        let ticks = Int64(timescale)
        let least = 1 + (ticks - 1) / Int64(limit)
        let divisor = (least..<least + min(least, 1000) * 9).first { ticks % $0 == 0 }
        return divisor.map { Int32(ticks / $0) } ?? limit
    }

    /// In which every mapped tick is exact, where 31 bits hold it.
    private static func exactTicks(for demands: [Demand]) -> Int32? {
        var common: Int128 = 1
        for demand in demands {
            for segment in demand.segments {
                guard let scales = scales(of: segment, demand) else { return nil }
                for scale in scales {
                    guard let joined = leastCommonMultiple(common, Int128(scale)) else { return nil }
                    common = joined
                }
            }
        }
        return Int32(exactly: common)
    }

    /// The timescales of a segment's mapped instants; `nil` where they do not fit.
    private static func scales(of segment: TimeMapping, _ demand: Demand) -> [Int64]? {
        switch segment.course {
        case .hold, .ramp:
            return edges(of: segment)
        case .constant(let rate), .reverse(let rate):
            // One tick of the source lasts this long in the target; all other instants are multiples of it away from
            // the instant below.
            guard let step = try? rate.targetDuration(of: demand.tick),
                let place = try? segment.targetTime(ofSource: demand.origin)
            else { return nil }
            return [step.reduced.timescale, place.reduced.timescale]
        }
    }

    /// The timescales of where a segment begins and ends in the output.
    private static func edges(of segment: TimeMapping) -> [Int64] {
        [segment.target.start.reduced.timescale, segment.target.end.reduced.timescale]
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

    /// A multiple of a timescale in which instants of other timescales are exact; where none is within the limit, one of about a
    /// microsecond.
    static func finer(_ timescale: Int32, for others: [Int64], limit: Int32 = .max) -> Int32 {
        var common = Int128(timescale)
        for other in others {
            guard let next = leastCommonMultiple(common, Int128(other)), next <= limit else {
                return finest(multipleOf: timescale, limit: limit)
            }
            common = next
        }
        return Int32(exactly: common) ?? timescale
    }

    /// The finest multiple of a timescale that is no finer than a microsecond, and within the limit; the timescale where there is none.
    private static func finest(multipleOf timescale: Int32, limit: Int32) -> Int32 {
        timescale * max(1, min(limit, 1_000_000) / timescale)
    }

    private static func finest(_ tick: RationalTime, limit: Int32) -> Int32 {
        let timescale = tick.reduced.timescale
        return coarser(Int32(clamping: timescale * max(1, Int64(limit) / timescale)), limit: limit)
    }

    /// `nil` where it does not fit a timescale.
    private static func leastCommonMultiple(_ a: Int128, _ b: Int128) -> Int128? {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        let multiple = a / x * b
        return multiple <= Int128(Int32.max) ? multiple : nil
    }
}
