import Glibc
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct SpectralTests {
    @Test(
        arguments: [(1, 2, 0.001, 0.0005), (1, 4, 0.002, 0.001), (2, 1, 0.002, 0.001)]
            as [(Int64, Int64, Double, Double)],
        [8000, 22_050, 48_000]
    )
    func `Clicks lie at their places, without a trend`(
        rate: (numerator: Int64, denominator: Int64, worst: Double, mean: Double),
        sampleRate: Int
    ) throws {
        let gap = sampleRate * 2 / 5 + 37
        let positions = (0..<8).map { gap / 2 + gap * $0 }
        let map = SampleMap.constant(PlaybackRate(rate.numerator, rate.denominator))
        let clicks = Signals.clicks(at: positions, count: gap * 9)
        let output = try stretch(.spectral, [clicks], map, sampleRate: sampleRate).channels[0]
        let reach = sampleRate / 16
        let errors = positions.map { position in
            let place = position * Int(rate.denominator) / Int(rate.numerator)
            return Double(Measures.peak(output, in: place - reach..<place + reach) - place) / Double(sampleRate)
        }
        #expect(errors.allSatisfy { $0.magnitude <= rate.worst })
        #expect((errors.reduce(0, +) / Double(errors.count)).magnitude <= rate.mean)
        #expect((errors[4...].reduce(0, +) / 4 - errors[..<4].reduce(0, +) / 4).magnitude <= rate.worst)
    }

    @Test(
        arguments: [
            (.spectral, 8000), (.spectral, 11_025), (.spectral, 32_000), (.spectral, 48_000), (.spectralFast, 22_050),
            (.spectralFast, 48_000), (.spectralRubberBand, 22_050), (.spectralRubberBand, 48_000),
        ] as [(PitchAlgorithm, Int)],
        [(1, 4), (1, 2), (5, 4), (2, 1)] as [(Int64, Int64)]
    )
    func `Bursts are played once each, in their places`(
        voice: (algorithm: PitchAlgorithm, sampleRate: Int),
        rate: (Int64, Int64)
    ) throws {
        let sampleRate = voice.sampleRate
        let bursts = Bursts(count: 6, sampleRate: sampleRate)
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let output = try stretch(voice.algorithm, [bursts.samples], map, sampleRate: sampleRate).channels[0]
        let places = bursts.positions.map { Double($0) * Double(rate.1) / Double(rate.0) }
        let events = Measures.events(output, sampleRate: sampleRate)
        #expect(events.count == places.count)
        for (event, place) in zip(events, places) {
            #expect((Double(event) - place).magnitude < 0.008 * Double(sampleRate))
        }
    }

    @Test(
        arguments: [
            (49, [100]), (49, [440]), (49, [997]), (49, [2000]), (49, [5000]), (49, [8000]), (41, [440, 1000]),
            (41, [2000, 3000]), (38, (1...12).map { 220.3 * Double($0) }),
        ] as [(Double, [Double])],
        [(1, 2), (1, 4), (5, 4)] as [(Int64, Int64)]
    )
    func `Tones stay clean, at their pitch`(tones: (bound: Double, frequencies: [Double]), rate: (Int64, Int64)) throws
    {
        let frequencies = tones.frequencies
        let tone = Signals.tone(frequencies, count: 72_000, sampleRate: 48000)
        let output = try stretch(.spectral, [tone], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        let middle = output[output.count * 2 / 5..<output.count * 3 / 5]
        #expect(Measures.signalToNoise(middle, frequencies: frequencies, sampleRate: 48000) > tones.bound)
        #expect((Measures.level(middle) - Measures.level(tone[30_000..<42_000])).magnitude < 0.2)
    }

    @Test(arguments: [8000, 22_050, 32_000, 44_100, 96_000])
    func `Tones stay clean at other sample rates, too`(sampleRate: Int) throws {
        let tone = Signals.tone([997], count: 3 * sampleRate / 2, sampleRate: sampleRate)
        let output = try stretch(.spectral, [tone], .constant(PlaybackRate(1, 2)), sampleRate: sampleRate).channels[0]
        let middle = output[output.count * 2 / 5..<output.count * 3 / 5]
        #expect(Measures.signalToNoise(middle, frequencies: [997], sampleRate: sampleRate) > 49)
        #expect((Measures.level(middle) - Measures.level(tone[tone.count / 3..<tone.count / 2])).magnitude < 0.2)
    }

    @Test(arguments: [220, 1000] as [Double], [(1, 2), (4, 5)] as [(Int64, Int64)])
    func `A sharp note is heard throughout`(frequency: Double, rate: (Int64, Int64)) throws {
        let silence = [Float](repeating: 0, count: 12_000)
        let tone = Signals.tone([frequency], count: 24_000, sampleRate: 48000)
        let output = try stretch(.spectralFast, [silence + tone], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        let level = Measures.level(tone[...])
        let start = silence.count * Int(rate.1) / Int(rate.0)
        for window in stride(from: start, to: start + 24_000, by: 2400) {
            #expect((-3...3).contains(Measures.level(output[window..<window + 2400]) - level))
        }
    }

    @Test(arguments: [220, 1000, 2500] as [Double])
    func `A note holds its level from its beginning to its end`(frequency: Double) throws {
        let silence = [Float](repeating: 0, count: 24_000)
        let tone = Signals.tone([frequency], count: 48_000, sampleRate: 48000)
        let output = try stretch(.spectral, [silence + tone + silence], .constant(PlaybackRate(1, 2))).channels[0]
        let level = Measures.level(tone[12_000..<36_000])
        for start in stride(from: 48_000 + 2400, to: 144_000 - 4800, by: 2400) {
            let change = Measures.level(output[start..<start + 2400]) - level
            #expect((-1.5...2.5).contains(change))
        }
    }

    @Test(
        arguments: [
            (.spectral, 8000), (.spectral, 22_050), (.spectral, 44_100), (.spectral, 48_000), (.spectral, 96_000),
            (.spectralFast, 8000), (.spectralFast, 48_000), (.spectralRubberBand, 8000),
            (.spectralRubberBand, 48_000),
        ] as [(PitchAlgorithm, Int)],
        [(1, 4), (1, 2), (5, 4)] as [(Int64, Int64)]
    )
    func `An attack keeps its peak, and nothing sounds before it`(
        voice: (algorithm: PitchAlgorithm, sampleRate: Int),
        rate: (Int64, Int64)
    ) throws {
        let sampleRate = voice.sampleRate
        let bursts = Bursts(count: 4, sampleRate: sampleRate)
        let map = SampleMap.constant(PlaybackRate(rate.0, rate.1))
        let output = try stretch(voice.algorithm, [bursts.samples], map, sampleRate: sampleRate).channels[0]
        let reach = sampleRate / 50
        for position in bursts.positions {
            let place = position * Int(rate.1) / Int(rate.0)
            let peak = bursts.samples[position..<position + reach].map(\.magnitude).max() ?? 0
            let played = output[place - reach..<place + reach].map(\.magnitude).max() ?? 0
            #expect(20 * log10(played / peak) > -1.5)
            // From 18 ms to 2 ms before it, or to where the filter of low sample rates sets in: 60 dB below, where the
            // source is silent.
            let before = output[place - reach + reach / 10..<place - max(reach / 10, IntegerResampler.reach + 1)]
            #expect(Measures.level(before) < 20 * log10(Double(peak)) - 60)
        }
    }

    @Test func `The audio begins and ends at full level`() throws {
        let tone = Signals.tone([440], count: 48_000, sampleRate: 48000)
        let output = try stretch(.spectral, [tone], .constant(PlaybackRate(1, 2))).channels[0]
        #expect(Measures.level(output[0..<4800]) > Measures.level(tone[0..<4800]) - 3)
        #expect(Measures.level(output[91_200...]) > Measures.level(tone[0..<4800]) - 3)
    }

    @Test(arguments: [(1, 2), (1, 4)] as [(Int64, Int64)])
    func `The stereo image keeps its width`(n: Int64, d: Int64) throws {
        let mid = Signals.noise(count: 96_000, seed: 1)
        let side = Signals.noise(count: 96_000, level: 0.03, seed: 2)
        let left = zip(mid, side).map { $0 + $1 }
        let right = zip(mid, side).map { $0 - $1 }
        let output = try stretch(.spectral, [left, right], .constant(PlaybackRate(n, d)))
        let before = Measures.level(side[...]) - Measures.level(mid[...])
        let after = Measures.width(output.channels)
        #expect((after - before).magnitude <= 0.5)
    }

    /// The end was taken for an attack, before which all is faded out.
    @Test(arguments: [(1, 2), (1, 4), (1, 8), (3, 2)] as [(Int64, Int64)], [220.0, 330, 1000])
    func `What is cut off is heard to its end`(rate: (n: Int64, d: Int64), frequency: Double) throws {
        let tone = Signals.tone([frequency], count: 48_000 + 31, sampleRate: 48_000, level: 0.4)
        let output = try stretch(.spectral, [tone], .constant(PlaybackRate(rate.n, rate.d))).channels[0]
        let whole = Measures.level(tone[...])
        for part in 1...8 {
            let end = output.count - (part - 1) * 480
            #expect((Measures.level(output[end - 480..<end]) - whole).magnitude < 5, "\(part)")
        }
        #expect(zip(output, output.dropFirst()).allSatisfy { ($1 - $0).magnitude < 0.12 })
    }

    @Test(arguments: [(1, 2), (1, 4), (3, 2), (2, 1)] as [(Int64, Int64)])
    func `Noise on one side stays there`(n: Int64, d: Int64) throws {
        let noise = Signals.noise(count: 96_000, level: 0.1)
        let silence = [Float](repeating: 0, count: noise.count)
        let output = try stretch(.spectral, [noise, silence], .constant(PlaybackRate(n, d))).channels
        #expect(Measures.level(output[1][...]) - Measures.level(output[0][...]) < -90)
    }

    /// They lay between two frames, or under the end of one.
    @Test(arguments: [3, 4, 8]) func `Above rate 2 no hit is lost`(rate: Int64) throws {
        let bursts = Bursts(count: 8, sampleRate: 48_000)
        let output = try stretch(.spectral, [bursts.samples], .constant(PlaybackRate(rate, 1))).channels[0]
        let loudest = bursts.samples.lazy.map(\.magnitude).max() ?? 0
        for position in bursts.positions {
            let place = Int(Double(position) / Double(rate))
            let around = output[max(0, place - 240)..<min(output.count, place + 240)]
            #expect(20 * log10((around.lazy.map(\.magnitude).max() ?? 0) / loudest) > -4, "\(place)")
        }
    }

    @Test func `Tones stay in their channels`() throws {
        let left = Signals.tone([440], count: 72_000, sampleRate: 48000)
        let right = Signals.tone([700], count: 72_000, sampleRate: 48000)
        let output = try stretch(.spectral, [left, right], .constant(PlaybackRate(1, 2))).channels
        for (channel, frequency) in zip(output, [440.0, 700]) {
            let middle = channel[60_000..<84_000]
            #expect(Measures.signalToNoise(middle, frequencies: [frequency], sampleRate: 48000) > 49)
        }
    }

    /// A hit above a noise floor, so soon behind the beginning that the beginning itself could be taken for it.
    @Test(arguments: [4, 10, 20, 40], [(1, 2), (1, 4), (2, 1)] as [(Int64, Int64)])
    func `An early hit is played in its place`(milliseconds: Int, rate: (Int64, Int64)) throws {
        let place = 48 * milliseconds
        let floor = Signals.noise(count: 48_000, level: 0.0001, seed: 3)
        let hit = Signals.noise(count: 48_000, level: 0.5, seed: 4)
        let samples = floor.indices.map { index in
            index < place ? floor[index] : floor[index] + hit[index] * Float(exp(-Double(index - place) / 600))
        }
        let output = try stretch(.spectral, [samples], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        let peak = output.map(\.magnitude).max() ?? 0
        let first = try #require(output.firstIndex { $0.magnitude > 0.3 * peak })
        #expect((first - place * Int(rate.1) / Int(rate.0)).magnitude <= 48 * 2)
    }

    @Test(arguments: [(1, 4), (1, 2), (4, 5), (3, 2)] as [(Int64, Int64)])
    func `Tones are held while something is struck`(rate: (Int64, Int64)) throws {
        let frequencies = [311.1, 1244.5]
        let bursts = Bursts(count: 5, sampleRate: 48_000)
        let tone = Signals.tone(frequencies, count: bursts.samples.count, sampleRate: 48_000, level: 0.2)
        let signal = zip(tone, bursts.samples).map { $0 + $1 }
        let output = try stretch(.spectral, [signal], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        for start in stride(from: 4800, to: output.count - 7200, by: 1200) {
            for frequency in frequencies {
                let amplitude = Measures.amplitude(output[start..<start + 2400], frequency: frequency / 48_000)
                #expect((20 * log10(amplitude / 0.1)).magnitude < 3)
            }
        }
    }

    /// Chords of decaying partials over one another, as music has them: what rings on keeps its level while others set in.
    @Test func `Partials ring on while others set in`() throws {
        let length = 96_000
        var source = [Float](repeating: 0, count: length)
        let notes: [(start: Int, frequency: Double)] = [(0, 220), (20_000, 277.2), (40_000, 329.6), (60_000, 440)]
        for note in notes {
            for harmonic in 1...4 {
                for index in note.start..<length {
                    let time = Double(index - note.start) / 48_000
                    let turn = 2 * Double.pi * note.frequency * Double(harmonic) * time
                    source[index] += Float(0.1 / Double(harmonic) * exp(-time) * sin(turn))
                }
            }
        }
        let output = try stretch(.spectral, [source], .constant(PlaybackRate(1, 2))).channels[0]
        // Away from the beginnings of notes.
        for start in [10_000, 30_000, 50_000, 74_000, 84_000] {
            for note in notes where note.start < start {
                let turns = [note.frequency, 2 * note.frequency, 3 * note.frequency]
                for frequency in turns {
                    let cycles = frequency / 48_000
                    let before = Measures.amplitude(source[start..<start + 4800], frequency: cycles)
                    let after = Measures.amplitude(output[2 * start..<2 * start + 4800], frequency: cycles)
                    #expect((20 * log10(after / before)).magnitude < 2)
                }
            }
        }
    }

    /// Hits that follow one another so fast that little of the spectrum is new at each, over a tone that is held.
    @Test(arguments: [18, 25, 40], [(1, 2), (1, 4)] as [(Int64, Int64)])
    func `A roll is played hit by hit`(milliseconds: Int, rate: (Int64, Int64)) throws {
        let positions = (0..<10).map { 12_000 + 48 * milliseconds * $0 }
        let hits = decayingNoise(at: positions, lasting: 0.005, count: 48_000)
        let tone = Signals.tone([311.1], count: 48_000, sampleRate: 48_000, level: 0.02)
        let signal = zip(hits, tone).map { $0 + $1 }
        let output = try stretch(.spectral, [signal], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        let events = Measures.events(output, sampleRate: 48_000)
        #expect(events.count == positions.count)
        for (event, position) in zip(events, positions) {
            #expect((event - position * Int(rate.1) / Int(rate.0)).magnitude < 48 * 5)
        }
    }

    /// What is struck is not stretched where it sets in; as it dies away as slowly as the map wants it, as much of it is heard
    /// beside what is held as in the source, in each channel.
    @Test(arguments: [(1, 2, 0.38), (2, 3, 0.38), (3, 4, 0.38)] as [(Int64, Int64, Double)])
    func `Panned hits keep their part of the audio over a chord`(n: Int64, d: Int64, most: Double) throws {
        let positions = Array(stride(from: 9600, to: 90_000, by: 14_400))
        let hits = decayingNoise(at: positions, lasting: 0.008, count: 96_000)
        let chord = Signals.tone([220, 277.2, 329.6], count: 96_000, sampleRate: 48_000, level: 0.15)
        let source = [zip(chord, hits).map { $0 + $1 }, zip(chord, hits).map { $0 + 0.1 * $1 }]
        let output = try stretch(.spectral, source, .constant(PlaybackRate(n, d))).channels
        for (before, after) in zip(source, output) {
            #expect((sharpness(after) - sharpness(before)).magnitude < most)
            // The chord stays where it is.
            for start in stride(from: 20_400, to: 70_000, by: 14_400) {
                let place = start * Int(d) / Int(n)
                let own = Measures.amplitude(before[start..<start + 2400], frequency: 220 / 48_000)
                let played = Measures.amplitude(after[place..<place + 2400], frequency: 220 / 48_000)
                #expect((20 * log10(played / own)).magnitude < 2)
            }
        }
    }

    @Test(arguments: [(1, 2), (1, 4), (3, 4), (3, 2), (2, 1)] as [(Int64, Int64)])
    func `Noise keeps its level`(n: Int64, d: Int64) throws {
        let noise = Signals.noise(count: 96_000)
        let output = try stretch(.spectral, [noise], .constant(PlaybackRate(n, d))).channels[0]
        #expect((Measures.level(output[9600..<output.count - 9600]) - Measures.level(noise[...])).magnitude < 0.28)
    }

    /// Behind an attack frames set in late at slow rates. Where no other frame was heard any more, what was there was raised.
    @Test(arguments: [.spectral, .spectralFast] as [PitchAlgorithm], [32, 8] as [Int64])
    func `Noise has no peaks of its own behind an attack`(algorithm: PitchAlgorithm, slower: Int64) throws {
        for seed in [1, 3] as [UInt64] {
            let noise = Signals.noise(count: 8000, seed: seed)
            let map = SampleMap.constant(PlaybackRate(1, slower))
            let output = try stretch(algorithm, [noise], map, sampleRate: 16_000).channels[0]
            let power = output.reduce(0) { $0 + $1 * $1 } / Float(output.count)
            let peak = output.reduce(0) { max($0, $1.magnitude) }
            // Without the care for it, 16 and 9.6.
            #expect(peak / power.squareRoot() < 6)
        }
    }

    /// A recording whose zero lies beside zero: that is no tone, and has no phase. Nothing grows over its frames either.
    @Test(arguments: [8000, 48_000], [(1, 8), (1, 2), (3, 4), (3, 2)] as [(Int64, Int64)])
    func `What is constant stays what it is`(sampleRate: Int, rate: (n: Int64, d: Int64)) throws {
        let constant = [Float](repeating: 0.25, count: 2 * sampleRate)
        let tone = Signals.tone([440], count: constant.count, sampleRate: sampleRate, level: 0.1)
        for source in [constant, zip(constant, tone).map { $0 + $1 }] {
            let output = try stretch(
                .spectral,
                [source],
                .constant(PlaybackRate(rate.n, rate.d)),
                sampleRate: sampleRate
            ).channels[0]
            // Where the source ends the tone's phase leaps.
            let ending = sampleRate / 40 * Int(rate.d) / Int(rate.n)
            #expect(output.dropLast(ending).allSatisfy { $0.magnitude < 0.4 })
            #expect(output.suffix(ending).allSatisfy { $0.magnitude < 0.5 })
            // 200 ms are 88 periods of the tone.
            let length = sampleRate / 5
            for start in stride(from: length, to: output.count - 2 * length, by: length) {
                let mean = output[start..<start + length].reduce(0, +) / Float(length)
                #expect((mean - 0.25).magnitude < 0.001)
            }
        }
    }

    /// Noise that sets in at each position and dies away.
    private func decayingNoise(at positions: [Int], lasting time: Double, count: Int) -> [Float] {
        let noise = Signals.noise(count: count, level: 0.4, seed: 5)
        var samples = [Float](repeating: 0, count: count)
        for position in positions {
            for index in 0..<2880 {
                samples[position + index] += noise[index] * Float(exp(-Double(index) / 48_000 / time))
            }
        }
        return samples
    }

    /// The level of the second differences: of what is high.
    private func sharpness(_ samples: [Float]) -> Double {
        let differences = zip(samples.dropFirst(), samples).map { $0 - $1 }
        return Measures.level(zip(differences.dropFirst(), differences).map { $0 - $1 }[...])
    }

    /// Played faster, a struck sound dies away nearly as slowly as in the source, and what is held keeps its level beside it.
    @Test(arguments: [(3, 2), (2, 1)] as [(Int64, Int64)])
    func `Above rate 1 what is struck dies away as slowly as in the source`(rate: (Int64, Int64)) throws {
        let attacks = (1...5).map { $0 * 19_200 }
        var samples = Signals.tone([440], count: 120_000, sampleRate: 48_000, level: 0.05)
        for attack in attacks {
            for index in 0..<19_200 {
                let time = Double(index) / 48_000
                samples[attack + index] += Float(0.4 * exp(-time / 0.08) * sin(2 * .pi * 3000 * time))
            }
        }
        let ratio = Double(rate.0) / Double(rate.1)
        let output = try stretch(.spectral, [samples], .constant(PlaybackRate(rate.0, rate.1))).channels[0]
        for attack in attacks.dropFirst() {
            func fall(_ samples: [Float], _ start: Int) -> Double {
                let levels = [960, 5280].map {
                    20 * log10(Measures.amplitude(samples[start + $0..<start + $0 + 960], frequency: 3000.0 / 48_000))
                }
                return levels[0] - levels[1]
            }
            let own = fall(samples, attack)
            let played = fall(output, Int(Double(attack) / ratio))
            #expect(played < own * (1 + 0.75 * (ratio - 1)))
            #expect(played > own * 0.8)
        }
        let held = try stretch(
            .spectral,
            [Signals.tone([440], count: 96_000, sampleRate: 48_000)],
            .constant(PlaybackRate(rate.0, rate.1))
        ).channels[0]
        #expect(
            (Measures.level(held[8_000..<40_000])
                - Measures.level(Signals.tone([440], count: 32_000, sampleRate: 48_000)[...])).magnitude < 0.05
        )
    }
}
