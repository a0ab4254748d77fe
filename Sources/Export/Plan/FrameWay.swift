internal import MediaTime

/// The way from one frame of the source to the one that is shown next, where the output may show instants in between: all of the time for
/// which the frame is presented. Played backwards, it is mirrored as frames are: it begins at the end of that time.
struct FrameWay: Sendable {
    /// When the frame begins (asset time).
    let start: RationalTime
    /// When the one behind it in the source begins.
    let end: RationalTime
    /// How the source is played.
    let mapping: TimeMapping

    /// All of the way.
    static let whole = 65536

    init(from start: RationalTime, to end: RationalTime, _ mapping: TimeMapping) {
        (self.start, self.end, self.mapping) = (start, end, mapping)
    }

    /// How much of the way has passed at an instant of the output, in 65,536ths: from the exact times, rounded once, but to all of it only
    /// where the way is over: what is shown at its end is the next frame's, and not this one's again.
    ///
    /// - Throws: `TimeOverflow` where a time does not fit.
    func share(at target: RationalTime) throws(TimeOverflow) -> Int {
        let (passed, all) = (try passed(at: target), try end - start)
        guard passed > .zero, all > .zero else { return 0 }
        guard passed < all else { return Self.whole }
        let (reduced, length) = (passed.reduced, all.reduced)
        let (top, topOverflows) = Int128(reduced.value).multipliedReportingOverflow(by: Int128(length.timescale) << 17)
        let (bottom, bottomOverflows) = Int128(reduced.timescale).multipliedReportingOverflow(by: Int128(length.value))
        if topOverflows || bottomOverflows || bottom > .max / 4 || top > .max / 4 {
            return min(Self.whole - 1, Int((passed.seconds / all.seconds * Double(Self.whole)).rounded()))
        }
        return min(Self.whole - 1, Int((top + bottom) / (2 * bottom)))
    }

    /// The time of the source from where the frame is shown first to an instant of the output.
    private func passed(at target: RationalTime) throws(TimeOverflow) -> RationalTime {
        let isReversed = mapping.isReversed
        do {
            let source = try mapping.sourceTime(ofTarget: target)
            return try isReversed ? end - source : source - start
        } catch {
            // Some instants in a ramp have no fraction that fits. A billionth of a second is much less than a share can show.
            let billion: Int32 = 1_000_000_000
            let source = try mapping.sourceTicks(ofTarget: target, over: billion, rounding: .nearest)
            let first = try (isReversed ? end : start).ticks(over: billion, rounding: .nearest)
            return RationalTime(isReversed ? first - source : source - first, billion)
        }
    }

    /// Whether a share is of an instant at which there is no frame.
    func isBetween(_ share: Int) -> Bool { share > 0 && share < Self.whole }
}
