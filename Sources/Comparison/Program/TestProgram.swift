public import TimeStretch

/// A signal of which everything is known, and the measuring of what an algorithm made of it.
///
/// One continuous program of sections, in stereo, about ten seconds long; the same for the same sample rate. It is
/// rendered through the map of the clip that is compared, or through ``map(resembling:)`` where that has edits, by the
/// algorithms or by any other program, and the rendering is measured in target time against the map.
///
/// A floor of noise at −60 dB of full scale runs through it, since digital silence is kind to algorithms that watch
/// for it. Levels are relative to a sine of full scale (AES17).
public struct TestProgram: Equatable, Sendable {
    /// Samples per second.
    public let sampleRate: Int
    /// What is heard where, in order.
    public let sections: [Section]
    /// The program, in two channels. All but the noise is the same in both.
    public let samples: PlanarSamples
    /// Where the bursts set in, in source samples.
    let bursts: [Int]
    /// Where the attacks set in, in source samples.
    let attacks: [Int]

    /// The program at a sample rate: one of those in `TimeStretcher.sampleRates`.
    public init(sampleRate: Int) {
        var composer = ProgramComposer(sampleRate: sampleRate)
        composer.rest()
        bursts = composer.bursts(24, every: 0.125)
        composer.rest()
        attacks = composer.attacks(6, every: 0.2)
        for tone in TestTone.all {
            composer.rest()
            composer.tone(tone, lasting: 0.9)
        }
        composer.rest()
        composer.noise(lasting: 1.2)
        composer.rest()
        composer.sweep(lasting: 0.9)
        composer.rest()
        self.sampleRate = sampleRate
        sections = composer.sections
        samples = composer.finished()
    }

    /// How many samples the program has.
    public var frameCount: Int { samples.frameCount }

    /// Where a section lies, in source samples; empty where there is none.
    func range(of name: Section.Name) -> Range<Int> { sections.first { $0.name == name }?.range ?? 0..<0 }
}
