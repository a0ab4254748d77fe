internal import Glibc
internal import RandomNumbers
internal import TimeStretch

/// Composes the test program, section after section.
struct ProgramComposer {
    private(set) var sections: [TestProgram.Section] = []
    private let sampleRate: Int
    private var mid: [Double] = []
    private var side: [Double] = []
    private var generator = SplitMix64(seed: 0x0CE4_C4A4)

    /// The root mean square of a sine of full scale. Its level is 0 dB (AES17).
    private static let fullScale = 0.5.squareRoot()
    private static let floor = fullScale * Decibels.amplitude(at: -60)
    private static let bed = fullScale * Decibels.amplitude(at: -40)

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// The two channels, with the floor of noise.
    consuming func finished() -> PlanarSamples {
        for index in mid.indices { mid[index] += Self.floor * generator.noise() }
        return PlanarSamples(channels: [
            zip(mid, side).map { Float($0 + $1) }, zip(mid, side).map { Float($0 - $1) },
        ])
    }

    /// Adds silence. Stretchers smear, and sections must not reach into one another.
    mutating func rest() { extend(by: count(0.1)) }

    /// Adds bursts of noise at uneven distances. Each begins at its peak, and decays to 1/e within 4 ms.
    ///
    /// - Returns: The first sample of each.
    mutating func bursts(_ number: Int, every seconds: Double) -> [Int] {
        events(.bursts, number, every: seconds) { composer, time in
            // The first sample is the peak, so that the beginning of a burst is known to the sample.
            let noise = composer.generator.noise()
            return exp(-time / 0.004) * (time == 0 ? (noise < 0 ? -0.7 : 0.7) : 0.28 * noise)
        }
    }

    /// Adds a blow so soon after the program's beginning that an algorithm may take both for one. What follows must be so late that
    /// the blow is not taken for one of the bursts, all of them early.
    ///
    /// - Returns: Its first sample.
    mutating func beginning(lasting seconds: Double, blowAfter delay: Double) -> Int {
        let start = mid.count
        extend(by: count(seconds))
        sections.append(.init(name: .beginning, range: start..<mid.count))
        let position = start + count(delay)
        for index in position..<mid.count {
            mid[index] += 0.7 * Self.blow(at: Double(index - position) / Double(sampleRate))
        }
        return position
    }

    /// Adds blows like those of the attacks, 25 dB softer and over the floor alone.
    ///
    /// - Returns: The first sample of each.
    mutating func softHits(_ number: Int, every seconds: Double) -> [Int] {
        events(.soft, number, every: seconds) { _, time in
            0.7 * Decibels.amplitude(at: -25) * Self.blow(at: time)
        }
    }

    /// A blow on wood: three resonances that begin within 0.3 ms, and decay to 1/e within 8 ms.
    private static func blow(at time: Double) -> Double {
        let resonances = [1130.0, 2270, 3410].map { cos(2 * .pi * $0 * (time - 0.0003)) }
        return exp(-time / 0.008) * fade(time, over: 0.0003) * resonances.reduce(0, +) / 3
    }

    /// Adds blows over a bed of noise.
    ///
    /// - Returns: The first sample of each.
    mutating func attacks(_ number: Int, every seconds: Double) -> [Int] {
        let start = mid.count
        let positions = events(.attacks, number, every: seconds) { _, time in 0.7 * Self.blow(at: time) }
        var noise = ColouredNoise(sampleRate: sampleRate)
        for index in start..<mid.count { mid[index] += Self.bed * noise.next(from: &generator) }
        return positions
    }

    /// Adds a steady tone.
    mutating func tone(_ tone: TestTone, lasting seconds: Double) {
        section(tone.name.section, lasting: seconds) { _, time in
            (tone.value(at: 2 * .pi * tone.fundamental * time), 0)
        }
    }

    /// Adds a tone whose frequency swings.
    mutating func vibrato(_ tone: VibratoTone, lasting seconds: Double) {
        section(.vibrato, lasting: seconds) { _, time in (VibratoTone.amplitude * sin(tone.phase(at: time)), 0) }
    }

    /// Adds a chord that dies away.
    mutating func chord(_ chord: TestChord, lasting seconds: Double) {
        section(.chord, lasting: seconds) { _, time in
            let value = chord.value(struck: time, sounding: time)
            return ((value.left + value.right) / 2, (value.left - value.right) / 2)
        }
    }

    /// Adds noise: the middle at −20 dB, the side 10 dB below it, independent of each other.
    mutating func noise(lasting seconds: Double) {
        let level = Self.fullScale * Decibels.amplitude(at: -20)
        let width = Decibels.amplitude(at: -10)
        var (middle, difference) = (ColouredNoise(sampleRate: sampleRate), ColouredNoise(sampleRate: sampleRate))
        section(.noise, lasting: seconds) { composer, time in
            let mid = level * middle.next(from: &composer.generator)
            return (mid, level * width * difference.next(from: &composer.generator))
        }
    }

    /// Adds a sine from 50 Hz to 0.4 of the sample rate. Each octave takes the same time: Farina, "Simultaneous measurement of
    /// impulse response and distortion with a swept-sine technique" (AES 108, 2000).
    mutating func sweep(lasting seconds: Double) {
        let (low, high) = (50.0, 0.4 * Double(sampleRate))
        let growth = log(high / low) / seconds
        section(.sweep, lasting: seconds) { _, time in
            (0.25 * sin(2 * .pi * low / growth * (exp(growth * time) - 1)), 0)
        }
    }

    /// A raised cosine from 0 to 1.
    private static func fade(_ time: Double, over seconds: Double) -> Double {
        time >= seconds ? 1 : 0.5 - 0.5 * cos(.pi * time / seconds)
    }

    private func count(_ seconds: Double) -> Int { Int(seconds * Double(sampleRate)) }

    private mutating func extend(by count: Int) {
        mid += Array(repeating: 0, count: count)
        side += Array(repeating: 0, count: count)
    }

    /// Adds a section that fades in and out, so that it makes no click.
    private mutating func section(
        _ name: TestProgram.Section.Name,
        lasting seconds: Double,
        value: (inout ProgramComposer, _ time: Double) -> (mid: Double, side: Double)
    ) {
        let start = mid.count
        for index in 0..<count(seconds) {
            let time = Double(index) / Double(sampleRate)
            let value = value(&self, time)
            let fade = Self.fade(min(time, seconds - time), over: 0.01)
            mid.append(fade * value.mid)
            side.append(fade * value.side)
        }
        sections.append(.init(name: name, range: start..<mid.count))
    }

    /// Adds events at distances that differ by up to a third. Even distances would look the same one distance later.
    private mutating func events(
        _ name: TestProgram.Section.Name,
        _ number: Int,
        every seconds: Double,
        value: (inout ProgramComposer, _ time: Double) -> Double
    ) -> [Int] {
        let (start, gap) = (mid.count, count(seconds))
        extend(by: number * gap)
        sections.append(.init(name: name, range: start..<mid.count))
        return (0..<number).map { index in
            let position = start + index * gap + .random(in: 0..<gap / 3, using: &generator)
            // The next event begins at least two thirds of a distance later.
            for offset in 0..<gap * 2 / 3 {
                mid[position + offset] += value(&self, Double(offset) / Double(sampleRate))
            }
            return position
        }
    }
}
