import SceneRendering
import Glibc
import MediaTime
import Testing

@Suite("The synthetic scene's audio")
struct SceneAudioTests {
    private static func scene(sampleRate: Int, channels: Int = 2) throws -> SyntheticScene {
        SyntheticScene(frameRate: FrameRate(240), sampleRate: sampleRate, channels: channels)
    }

    @Test(
        "has a click every half second, on the nearest sample, a half up",
        arguments: [(48_000, 24_000), (44_100, 22_050), (11_025, 5_513), (8_000, 4_000), (192_000, 96_000)]
    )
    func clickPositions(sampleRate: Int, first: Int64) throws {
        let scene = try Self.scene(sampleRate: sampleRate)
        let rate = Int64(sampleRate)
        #expect(scene.clickPositions(in: 0..<rate + 1) == [first, rate])
        #expect(scene.clickPositions(in: 0..<first).isEmpty)
        #expect(scene.clickPositions(in: first..<first + 1) == [first])
        #expect(scene.clickPositions(in: first + 1..<rate).isEmpty)
        #expect(scene.clickPositions(in: 5..<5).isEmpty)
        let hour = 3600 * rate
        #expect(scene.clickPositions(in: hour - 1..<hour + first + 1) == [hour, hour + first])
    }

    @Test("has its onsets where it says, and nowhere else", arguments: [8_000, 44_100, 48_000, 96_000])
    func onsets(sampleRate: Int) throws {
        let scene = try Self.scene(sampleRate: sampleRate)
        let range = 0..<Int64(sampleRate) * 5 / 2 + 1
        for samples in scene.samples(in: range) {
            let loud = samples.indices.filter { abs(samples[$0]) > 0.5 }
            let onsets = loud.filter { index in !loud.contains { $0 < index && index - $0 < sampleRate / 100 } }
            #expect(onsets.map(Int64.init) == scene.clickPositions(in: range))
        }
    }

    @Test("a click is over after its duration")
    func clickDuration() throws {
        let scene = try Self.scene(sampleRate: 48_000)
        let samples = scene.samples(in: 24_000..<48_000)[0]
        let tone = scene.samples(in: 0..<24_000)[0]
        // 24,000 samples are 220 whole turns of the tone: without the click both halves are alike.
        let differing = samples.indices.filter { samples[$0] != tone[$0] }
        #expect(differing.first == 0)
        #expect(try #require(differing.last) == 239)
    }

    @Test("is the same in whatever pieces it is asked for", arguments: [1, 7, 480, 1024])
    func pieces(size: Int64) throws {
        let scene = try Self.scene(sampleRate: 48_000, channels: 3)
        let range: Range<Int64> = 23_900..<24_400
        let whole = scene.samples(in: range)
        var joined: [[Float]] = [[], [], []]
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int64.Stride(size)) {
            let piece = scene.samples(in: start..<min(start + size, range.upperBound))
            for channel in piece.indices { joined[channel] += piece[channel] }
        }
        #expect(joined == whole)
    }

    @Test("has the pitch that it says in every channel, after hours too", arguments: [0, 3600 * 48_000] as [Int64])
    func pitch(position: Int64) throws {
        let scene = try Self.scene(sampleRate: 48_000, channels: 8)
        // A tenth of a second free of clicks holds whole turns of every tone.
        let start = position + 4_800
        for (channel, samples) in scene.samples(in: start..<start + 4_800).enumerated() {
            for tested in 0..<8 {
                let level = Self.level(of: samples, at: SyntheticScene.toneFrequency(ofChannel: tested))
                let expected = tested == channel ? Double(SyntheticScene.toneLevel) : 0
                #expect(abs(level - expected) < 1e-5)
            }
        }
    }

    @Test("never exceeds full scale")
    func headroom() throws {
        let scene = try Self.scene(sampleRate: 48_000, channels: 8)
        #expect(scene.samples(in: 0..<96_001).joined().allSatisfy { abs($0) < 1 })
    }

    /// The peak of the part of a signal at one frequency (a single bin of the discrete Fourier transform).
    private static func level(of samples: [Float], at frequency: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * Double(frequency * index % 48_000) / 48_000
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }
}
