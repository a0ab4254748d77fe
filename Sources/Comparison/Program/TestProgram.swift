public import TimeStretch

/// A signal of which every instant, level and frequency is known, to measure algorithms with.
///
/// It has two channels and lasts about fourteen seconds. For one sample rate it is always the same. Algorithms or other programs
/// render it through a map: the rate of the comparison, or ``map(resembling:)`` where the clip has edits. The rendering
/// is then compared with the map, in target time.
///
/// A floor of noise at −60 dB is added everywhere, because some algorithms look for digital silence and do better with it.
/// Levels are relative to a sine of full scale (AES17).
public struct TestProgram: Equatable, Sendable {
    /// Samples per second.
    public let sampleRate: Int
    /// The sections, in order.
    public let sections: [Section]
    /// The two channels. They differ only in the chord and in the noise.
    public let samples: PlanarSamples
    /// The first sample of each burst.
    let bursts: [Int]
    /// The first sample of each attack.
    let attacks: [Int]
    /// The first sample of each soft hit.
    let softHits: [Int]
    /// The first sample of the blow behind the program's start.
    let earlyHit: Int

    /// The program.
    ///
    /// - Parameter sampleRate: In hertz: one of `TimeStretcher.sampleRates`.
    /// - Precondition: The sample rate is above zero.
    public init(sampleRate: Int) {
        precondition(sampleRate > 0, "a program has samples")
        var composer = ProgramComposer(sampleRate: sampleRate)
        earlyHit = composer.beginning(lasting: 0.6, blowAfter: 0.008)
        composer.rest()
        bursts = composer.bursts(24, every: 0.125)
        composer.rest()
        attacks = composer.attacks(6, every: 0.2)
        composer.rest()
        softHits = composer.softHits(4, every: 0.2)
        for tone in TestTone.all {
            composer.rest()
            composer.tone(tone, lasting: 0.9)
        }
        composer.rest()
        composer.vibrato(.usual, lasting: 1)
        composer.rest()
        composer.chord(.usual, lasting: 1.5)
        composer.rest()
        composer.noise(lasting: 1.2)
        composer.rest()
        composer.sweep(lasting: 0.9)
        composer.rest()
        self.sampleRate = sampleRate
        sections = composer.sections
        samples = composer.finished()
    }

    /// Samples in each channel.
    public var frameCount: Int { samples.frameCount }

    /// The range of a section, in source samples; empty where there is none.
    func range(of name: Section.Name) -> Range<Int> { sections.first { $0.name == name }?.range ?? 0..<0 }
}
