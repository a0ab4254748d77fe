/// How a rate changes from one value to another, in target time.
///
/// The mean of the rate is the mean of its ends in both shapes. So both last 2 · source length ÷ (from + to).
public enum RampShape: String, Hashable, Sendable, CaseIterable {
    /// The rate changes evenly.
    case linear
    /// The rate changes along 3u² − 2u³ (smoothstep): slowly at both ends.
    case smooth
}
