internal import Glibc

/// A tone whose frequency swings about its middle, as a singer's or a violin's does.
struct VibratoTone: Hashable, Sendable {
    /// In hertz: the middle, how far it swings to either side (half a semitone), and how often.
    let middle: Double
    let depth: Double
    let rate: Double

    /// The program's.
    static let usual = VibratoTone(middle: 440, depth: 12.7, rate: 6)
    static let amplitude = 0.5

    /// The frequency at a time, in hertz.
    func frequency(at time: Double) -> Double { middle + depth * cos(2 * .pi * rate * time) }

    /// The phase at a time, in radians.
    func phase(at time: Double) -> Double { 2 * .pi * middle * time + depth / rate * sin(2 * .pi * rate * time) }
}
