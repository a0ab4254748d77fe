/// A linear congruential generator (Knuth's MMIX constants), so that a test's noise is the same everywhere.
struct SystemIndependentGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // Low bits of the state are poor: each half of the result comes from the high half of one step.
        advance() << 32 | advance()
    }

    private mutating func advance() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 32
    }
}
