public import MediaTime

/// Rates that a camera has for frames of one size: one rate, a ladder of them, or all between two.
///
/// Written as durations from frame to frame, the exact fractions that the driver listed: 1923/500000 s is 260 fps.
/// The shortest duration is the highest rate.
public struct FrameRateRange: Hashable, Sendable {
    /// Which durations there are between the two ends, which both belong to it.
    public enum Kind: Hashable, Sendable {
        /// One.
        case discrete
        /// The shortest, and on from there by steps; only the two ends where the driver names no step.
        case stepwise(RationalTime?)
        /// All.
        case continuous

        /// `discrete`, `stepwise` or `continuous`.
        public var name: String {
            switch self {
            case .discrete: "discrete"
            case .stepwise: "stepwise"
            case .continuous: "continuous"
            }
        }
    }

    /// Which durations there are.
    public let kind: Kind
    /// The shortest, at the highest rate.
    public let minFrameDuration: RationalTime
    /// The longest, at the lowest rate.
    public let maxFrameDuration: RationalTime

    init(kind: Kind, minFrameDuration: RationalTime, maxFrameDuration: RationalTime) {
        self.kind = kind
        self.minFrameDuration = minFrameDuration
        self.maxFrameDuration = maxFrameDuration
    }

    /// One rate.
    public init(_ duration: RationalTime) {
        kind = .discrete
        minFrameDuration = duration
        maxFrameDuration = duration
    }

    /// The highest rate, where it is one.
    public var maxFrameRate: FrameRate? { FrameRate(frameDuration: minFrameDuration) }

    /// The duration in the range that comes nearest to another one.
    public func duration(nearest wish: RationalTime) -> RationalTime {
        let clamped = min(max(wish, minFrameDuration), maxFrameDuration)
        switch kind {
        case .discrete: return minFrameDuration
        case .continuous: return clamped
        case .stepwise(nil): return nearer(of: minFrameDuration, maxFrameDuration, to: clamped)
        case .stepwise(let step?):
            // What cannot be computed exactly is no step of the driver's.
            guard let distance = try? clamped - minFrameDuration, let unit = step.tickUnit,
                let steps = try? distance.ticks(ofUnit: unit.value, over: unit.timescale, rounding: .nearest),
                let offset = try? step.scaled(by: steps, over: 1),
                let duration = try? minFrameDuration + offset
            else { return minFrameDuration }
            return min(duration, maxFrameDuration)
        }
    }

    private func nearer(of a: RationalTime, _ b: RationalTime, to wish: RationalTime) -> RationalTime {
        guard let below = try? wish - a, let above = try? b - wish else { return a }
        return above < below ? b : a
    }
}

extension RationalTime {
    /// As a unit to count in; `nil` where it is not positive or too long.
    fileprivate var tickUnit: (value: Int32, timescale: Int32)? {
        let reduced = reduced
        guard let value = Int32(exactly: reduced.value), value > 0, let timescale = Int32(exactly: reduced.timescale)
        else { return nil }
        return (value, timescale)
    }
}
