import Glibc
import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

/// Two recordings of one event, found to each other by their sound.
@Suite struct SoundAlignmentTests {
    private static let rate = 16_000

    /// What is heard at an event: noise whose loudness changes, from a seed.
    private static func event(seconds: Int, seed: UInt64) -> [Float] {
        var random = SplitMix64(seed: seed)
        var loudness: Float = 0
        return (0..<seconds * rate).map { index in
            if index % 800 == 0 { loudness = Float.random(in: 0...1, using: &random) }
            return loudness * loudness * Float.random(in: -1...1, using: &random)
        }
    }

    /// A recording of it: from an instant on, by a clock that is off by a share, in noise of its own, through a room.
    private static func recording(
        _ event: [Float],
        from start: Double,
        seconds: Double,
        drift: Double,
        noise: Float,
        seed: UInt64
    ) -> [Float] {
        var random = SplitMix64(seed: seed)
        /// Between samples by a windowed sinc.
        func value(_ position: Double) -> Float {
            let whole = Int(position.rounded(.down))
            let part = position - Double(whole)
            guard part > 1e-9 else { return event.indices.contains(whole) ? event[whole] : 0 }
            let sine = sin(Double.pi * part) / Double.pi
            var sum = 0.0
            for tap in -7...8 where event.indices.contains(whole + tap) {
                let x = part - Double(tap)
                let window = 1 - x * x / 81
                sum += Double(event[whole + tap]) * (tap.isMultiple(of: 2) ? sine : -sine) / x * window * window
            }
            return Float(sum)
        }
        return (0..<Int(seconds * Double(rate))).map { index in
            let position = start * Double(rate) + Double(index) / (1 + drift)
            return value(position) + 0.4 * value(position - 171) + noise * Float.random(in: -1...1, using: &random)
        }
    }

    @Test(arguments: [(1.25, 0.0), (-2.5, 0), (0.003, 0), (3.7, 0.00005), (-1.1, -0.00012)])
    func `Offset and drift are found, in noise and through rooms`(offset: Double, drift: Double) throws {
        let event = Self.event(seconds: 16, seed: 7)
        let first = Self.recording(event, from: 4, seconds: 9, drift: 0, noise: 0.1, seed: 1)
        let second = Self.recording(event, from: 4 - offset, seconds: 9, drift: drift, noise: 0.1, seed: 2)
        let found = try #require(try SoundAlignment.find(first, second, sampleRate: Self.rate))
        #expect(found.isSure)
        #expect(abs(found.offset - offset * (1 + drift)) < 0.0002)
        #expect(abs(found.drift - drift) < 0.000005)
    }

    /// From about half a minute on, more samples are compared at once than libavutil has fast transforms of.
    @Test func `Minutes of sound are aligned as seconds are`() throws {
        let event = Self.event(seconds: 125, seed: 9)
        let late = 3 * Self.rate + 7
        let found = try #require(
            try SoundAlignment.find(event, Array(event[late...]), sampleRate: Self.rate)
        )
        #expect(found.isSure)
        #expect(abs(found.offset + Double(late) / Double(Self.rate)) < 0.0001)
    }

    /// What was measured to begin just behind another frame would be shown a frame late.
    @Test(arguments: [0, 3] as [Int64])
    func `Frames that begin together by all that is heard are shown together`(samples: Int64) throws {
        let scratch = try ScratchDirectory()
        func media(_ name: String, from start: Int64) throws -> MediaDescription {
            var clip = Clip("mkv", frames: 120, at: .fps(30), codec: .ffv1)
            clip.audioTracks = [Clip.Audio(samples: 192_000)]
            clip.audioTracks[0].start = start
            return try MediaDescription(ofFile: try clip.write(to: scratch, as: name))
        }
        let found = try ClipAlignment.byAudio(media("one", from: 0), media("other", from: samples))
        #expect(found == ClipAlignment(offset: .zero))
    }

    /// Where a piece is cut out there is a click, and a tone has nothing else that is as sharp.
    @Test(arguments: [0, 0.25, 0.8], [40.0, 400])
    func `A tone that rises is found where it is, and not where it was cut`(
        offset: Double,
        steepness: Double
    ) throws {
        let tone = (0..<5 * Self.rate).map { index -> Float in
            let time = Double(index) / Double(Self.rate)
            return Float(0.4 * sin(2 * .pi * (300 * time + steepness * time * time)))
        }
        let silence = [Float](repeating: 0, count: Int(offset * Double(Self.rate)))
        let found = try #require(try SoundAlignment.find(tone, silence + tone, sampleRate: Self.rate))
        #expect(found.isSure)
        #expect(abs(found.offset - offset) < 0.0002)
        // A tenth of a millisecond in ten seconds: it has few frequencies at a time.
        #expect(abs(found.drift) < 0.00001)
    }

    @Test(arguments: [false, true]) func `A short sound is found in a long one, whichever is the first`(isSecond: Bool)
        throws
    {
        let event = Self.event(seconds: 12, seed: 9)
        let long = Self.recording(event, from: 0, seconds: 12, drift: 0, noise: 0.1, seed: 1)
        let short = Self.recording(event, from: 6.25, seconds: 3, drift: 0.00005, noise: 0.1, seed: 2)
        let found = try #require(
            try isSecond
                ? SoundAlignment.find(long, short, sampleRate: Self.rate)
                : SoundAlignment.find(short, long, sampleRate: Self.rate)
        )
        #expect(found.isSure)
        #expect(abs(found.offset - (isSecond ? -6.25 : 6.25)) < 0.002)
        #expect(abs(found.drift - (isSecond ? 0.00005 : -0.00005)) < 0.00005)
    }

    @Test func `What has nothing in common is not sure`() throws {
        for seed in 0..<3 as Range<UInt64> {
            let first = Self.event(seconds: 10, seed: 100 + seed)
            let second = Self.event(seconds: 10, seed: 200 + seed)
            #expect(try SoundAlignment.find(first, second, sampleRate: Self.rate)?.isSure != true)
        }
        let silence = [Float](repeating: 0, count: 160_000)
        #expect(
            try SoundAlignment.find(silence, Self.event(seconds: 10, seed: 3), sampleRate: Self.rate)?.isSure != true
        )
        #expect(try SoundAlignment.find([], [], sampleRate: Self.rate) == nil)
    }
}
