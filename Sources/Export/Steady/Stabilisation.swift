/// How much shaking of the camera is taken away.
///
/// Each frame is moved to the straight line that fits the camera's way around it best. Neighbours count by a Gaussian of the time
/// between, so that of a movement to and fro, f times a second, the share exp(−(2πfσ)² ÷ 2) is left, where σ is its standard
/// deviation. Of twice as slow a movement half is left, and even ones, such as pans, stay.
public enum Stabilisation: String, CaseIterable, Hashable, Sendable {
    /// Trembling: of what goes to and fro 3 times a second and more, at most 5 % is left.
    case light
    /// Shaking, and the steps of somebody who walks: once a second and more.
    case medium
    /// Swaying, too: 0.4 times a second and more.
    case strong

    /// The standard deviation σ, in seconds of the source: exp(−(2πfσ)² ÷ 2) is 5 %.
    var seconds: Double { 2.45 / (2 * .pi * frequency) }

    /// Of movements to and fro so many times a second, 5 % is left.
    private var frequency: Double {
        switch self {
        case .light: 3
        case .medium: 1
        case .strong: 0.4
        }
    }
}
