/// How a rate gets from one value to another, in target time.
///
/// Both shapes have the mean of the two rates as their own mean, so both last the same: 2 · source length ÷ (from + to).
public enum RampShape: String, Hashable, Sendable, CaseIterable {
    /// Evenly.
    case linear
    /// Along 3u² − 2u³ (smoothstep): it leaves and arrives without a jerk.
    case smooth
}
