internal import Glibc

/// A Butterworth filter of second order that lets pass what lies above a frequency.
struct HighPass {
    /// What the filter remembers of one channel.
    struct State {
        fileprivate var (first, second): (Float, Float) = (0, 0)
    }

    private let (direct, once, twice): (Float, Float, Float)

    /// - Parameter frequency: Where 3 dB are lost, in cycles a sample: below a half.
    init(frequency: Double) {
        let slope = tan(.pi * frequency)
        let norm = 1 / (1 + 2.0.squareRoot() * slope + slope * slope)
        direct = Float(norm)
        once = Float(2 * (slope * slope - 1) * norm)
        twice = Float((1 - 2.0.squareRoot() * slope + slope * slope) * norm)
    }

    /// Filters the next sample of a channel.
    func callAsFunction(_ sample: Float, _ state: inout State) -> Float {
        let filtered = direct * sample + state.first
        state.first = -2 * direct * sample - once * filtered + state.second
        state.second = direct * sample - twice * filtered
        return filtered
    }
}
