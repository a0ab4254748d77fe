import Glibc
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

/// Which sounds have short frames, and what these give.
@Suite struct FrameLengthTests {
    /// The harmonics up to 4 kHz of a voice that swings by a third of its pitch about 150 Hz, twice a second of its own time, played at
    /// a rate.
    private func voice(seconds: Double = 2, sampleRate: Int = 48_000, rate: Double = 1) -> [Float] {
        (0..<Int(seconds / rate * Double(sampleRate))).map { index in
            let time = Double(index) / Double(sampleRate)
            let swing = 2 * Double.pi * 2 * rate
            let phase = 2 * .pi * 150 * (time + (1 - cos(swing * time)) / swing / 3)
            return Float((1...19).reduce(0) { $0 + 0.1 / Double($1).squareRoot() * sin(Double($1) * phase) })
        }
    }

    /// The share of frames that had better be short, of those that reach neither end.
    private func shortShare(
        _ channels: [[Float]],
        sampleRate: Int = 48_000,
        room: ClosedRange<Double>? = nil,
        at centres: [Int]? = nil
    ) throws -> Double {
        let size = FourierTransform.fastCount(nearestTo: 0.1067 * Double(sampleRate))
        let chooser = try FrameLengthChooser(
            size: size,
            sampleRate: sampleRate,
            channelCount: channels.count,
            tuning: .standard
        )
        let source = SourceWindow(whole: PlanarSamples(channels: channels))
        let centres = centres ?? Array(stride(from: size, to: channels[0].count - size, by: size / 8))
        let choices = centres.map { centre in
            var position = SampleMap.constant(PlaybackRate(1, 2)).sourcePosition(at: 0)
            (position.whole, position.fraction) = (Int64(centre), 0)
            return chooser.prefersShort(around: position, room: room, of: source)
        }
        return Double(choices.count { $0 }) / Double(choices.count)
    }

    @Test(arguments: [8000, 16_000, 44_100, 48_000, 96_000, 192_000])
    func `A voice that glides has short frames, at every sample rate`(sampleRate: Int) throws {
        let share = try shortShare([voice(sampleRate: sampleRate)], sampleRate: sampleRate)
        #expect(share > 0.25)
    }

    @Test(arguments: [8000, 44_100, 48_000, 192_000])
    func `Held tones, noise and silence have long ones`(sampleRate: Int) throws {
        let chord = Signals.tone([220, 277.2, 329.6, 440, 880, 1760], count: 2 * sampleRate, sampleRate: sampleRate)
        #expect(try shortShare([chord], sampleRate: sampleRate) == 0)
        #expect(try shortShare([Signals.noise(count: 2 * sampleRate)], sampleRate: sampleRate) < 0.1)
        #expect(try shortShare([[Float](repeating: 0, count: 2 * sampleRate)], sampleRate: sampleRate) == 0)
    }

    @Test func `A voice counts in any channel, in both at once, and among many`() throws {
        let (voice, silence) = (voice(), [Float](repeating: 0, count: 96_000))
        let alone = try shortShare([voice])
        #expect(try shortShare([voice, silence]) == alone)
        #expect(try shortShare([silence, voice]) == alone)
        #expect(try shortShare([voice, voice.map { -$0 }]) == alone)
        #expect(try shortShare([silence, silence, silence, silence, voice]) == alone)
    }

    @Test func `A voice is heard by how often it asks for short frames, and then has no others`() throws {
        let voice = voice(seconds: 6)
        let centres = Array(stride(from: 5120, to: voice.count - 5120, by: 640))
        let later = centres.filter { $0 > 192_000 }
        // Before the voice is heard, some are long.
        #expect(try shortShare([voice], at: centres.filter { $0 < 48_000 }) < 1)
        let all = try shortShare([voice], at: centres) * Double(centres.count)
        let early = try shortShare([voice], at: centres.filter { $0 <= 192_000 }) * Double(centres.count - later.count)
        #expect((all - early).rounded() == Double(later.count))
        let silence = [Float](repeating: 0, count: 6 * 48_000)
        #expect(try !hearsVoice(silence) && hearsVoice(voice))
        #expect(try !hearsVoice(Signals.noise(count: silence.count)))
        #expect(try !hearsVoice(zip(voice, Signals.noise(count: voice.count, level: 0.9)).map { 0.1 * $0 + $1 }))
    }

    @Test func `Beside an attack short frames say nothing of a voice`() throws {
        #expect(try !hearsVoice(voice(seconds: 6), room: -600...600))
        #expect(try hearsVoice(voice(seconds: 6), room: -2000...2000))
    }

    private func hearsVoice(_ samples: [Float], room: ClosedRange<Double>? = nil) throws -> Bool {
        let chooser = try FrameLengthChooser(size: 5120, sampleRate: 48_000, channelCount: 1, tuning: .standard)
        let source = SourceWindow(whole: PlanarSamples(channels: [samples]))
        for centre in stride(from: 5120, to: samples.count - 5120, by: 640) {
            var position = SampleMap.constant(PlaybackRate(1, 2)).sourcePosition(at: 0)
            (position.whole, position.fraction) = (Int64(centre), 0)
            _ = chooser.prefersShort(around: position, room: room, of: source)
        }
        return chooser.hearsVoice
    }

    /// What lies beyond an attack, the frame does not show.
    @Test func `What lies beyond the room of a frame makes no difference`() throws {
        let voice = voice()
        var choices: [Double] = []
        for centre in stride(from: 20_000, to: 70_000, by: 2500) {
            let noise = Signals.noise(count: voice.count - centre - 500, level: 0.9)
            let samples = Array(voice.prefix(centre + 500)) + noise
            let choice = try shortShare([samples], room: -2560...500, at: [centre])
            #expect(try choice == shortShare([voice], room: -2560...500, at: [centre]))
            #expect(try shortShare([samples], at: [centre]) == 0)
            choices.append(choice)
        }
        #expect(choices.contains(1))
    }

    /// Spectra of 43 ms, against the same voice that speaks as slowly or as fast.
    @Test(arguments: [(1, 2), (1, 4), (3, 4), (3, 2)] as [(Int64, Int64)])
    func `A voice is nearer to one that speaks at that rate`(rate: (Int64, Int64)) throws {
        let rate = PlaybackRate(rate.0, rate.1)
        let wanted = voice(rate: rate.approximation)
        let played = try stretch(.spectral, [voice()], .constant(rate)).channels[0]
        var long = StretchTuning()
        long.locking.shortFrameGain = 99
        let playedLong = try stretch(.spectral, [voice()], .constant(rate), tuning: long).channels[0]
        func distance(of output: [Float]) throws -> Double {
            try SpectrumDistance(size: 2048, hop: 512, margin: 11_024).decibels(of: output, from: wanted)
        }
        #expect(try distance(of: played) < distance(of: playedLong) - 1)
    }
}
