/// The rate through a range of target time.
public enum RateCurve: Hashable, Sendable {
    /// One rate.
    case constant(PlaybackRate)
    /// A rate that changes evenly.
    case linear(from: PlaybackRate, to: PlaybackRate)
    /// A rate that changes along 3u² − 2u³ (smoothstep): slowly at both ends.
    case smooth(from: PlaybackRate, to: PlaybackRate)

    /// A rate that changes along a shape.
    public init(from: PlaybackRate, to: PlaybackRate, _ shape: RampShape) {
        switch shape {
        case .linear: self = .linear(from: from, to: to)
        case .smooth: self = .smooth(from: from, to: to)
        }
    }

    /// The rates at both ends. All others lie between them.
    public var ends: (PlaybackRate, PlaybackRate) {
        switch self {
        case .constant(let rate): (rate, rate)
        case .linear(let from, let to), .smooth(let from, let to): (from, to)
        }
    }

    /// The highest rate.
    public var fastest: PlaybackRate { max(ends.0, ends.1) }

    /// How the rate changes.
    public var shape: RampShape { isSmooth ? .smooth : .linear }

    /// Whether the rate does not change.
    public var isConstant: Bool { ends.0 == ends.1 }

    /// Whether the rate is 1 throughout.
    public var isUnity: Bool { ends == (.normal, .normal) }

    /// The rate at target offset `t` of a range that lasts `length`; outside of the range, the rate at the nearer end.
    package func rate(at t: Double, length: Double) -> Double {
        let (from, to) = (ends.0.approximation, ends.1.approximation)
        guard !isConstant else { return from }
        let u = min(max(t / length, 0), 1)
        return from + (to - from) * (isSmooth ? u * u * (3 - 2 * u) : u)
    }

    /// The source offset at target offset `t`: the integral of the rate. Outside of the range the rates of its ends go on.
    package func sourceOffset(at t: Double, length: Double) -> Double {
        let (from, to) = (ends.0.approximation, ends.1.approximation)
        guard !isConstant else { return from * t }
        if t <= 0 { return from * t }
        if t >= length { return (from + to) / 2 * length + to * (t - length) }
        let u = t / length
        return length * (from * u + (to - from) * (isSmooth ? u * u * u * (1 - u / 2) : u * u / 2))
    }

    /// The target offset of source offset `s`: the inverse of ``sourceOffset(at:length:)``. Found by Newton's method within a
    /// bracket that halves where a step leaves it; there is one solution, because the rate is positive.
    package func targetOffset(of s: Double, length: Double) -> Double {
        let (from, to) = (ends.0.approximation, ends.1.approximation)
        let total = (from + to) / 2 * length
        if isConstant || s <= 0 { return s / from }
        if s >= total { return length + (s - total) / to }
        var (low, high) = (0.0, length)
        var t = s / total * length
        while true {
            let error = sourceOffset(at: t, length: length) - s
            if error > 0 { high = t } else { low = t }
            var next = t - error / rate(at: t, length: length)
            if !(next > low && next < high) { next = (low + high) / 2 }
            // No nearer `Double` is left.
            if (next - t).magnitude <= t.ulp * 4 || next == low || next == high { return next }
            t = next
        }
    }

    var isSmooth: Bool {
        if case .smooth = self { true } else { false }
    }
}
