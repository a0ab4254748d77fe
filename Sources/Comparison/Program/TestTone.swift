internal import Glibc

/// A steady tone: sines at multiples of a common frequency.
struct TestTone: Hashable, Sendable {
    let name: TestProgram.Tone
    /// In hertz.
    let fundamental: Double
    /// Multiples of the fundamental and their amplitudes; the first is the strongest.
    let partials: [Partial]

    struct Partial: Hashable, Sendable {
        let multiple: Int
        let amplitude: Double
    }

    /// The program's tones, all far below half of the lowest sample rate.
    ///
    /// 997 Hz is the test tone of AES17. It is a prime, so its periods are sampled at ever different phases.
    static let all = [
        TestTone(name: .single, fundamental: 997, partials: [Partial(multiple: 1, amplitude: 0.7)]),
        TestTone(name: .pair, fundamental: 220, partials: [2, 3].map { Partial(multiple: $0, amplitude: 0.35) }),
        TestTone(
            name: .harmonic,
            fundamental: 220,
            partials: (1...8).map { Partial(multiple: $0, amplitude: 0.35 / Double($0)) }
        ),
    ]

    /// The value at a phase of the fundamental, in radians.
    func value(at phase: Double) -> Double {
        partials.reduce(0) { $0 + $1.amplitude * sin(Double($1.multiple) * phase) }
    }
}
