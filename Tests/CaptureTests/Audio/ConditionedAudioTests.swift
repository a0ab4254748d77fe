import MediaTime
import TestSupport
import Testing

@testable import Capture

/// What becomes of a microphone's samples, and what is said of them.
@Suite struct ConditionedAudioTests {
    /// A microphone that delivers blocks one after the other.
    private final class Blocks: AudioStream {
        let name = "Blocks"
        let sampleRate: Int
        let channelCount: Int
        private var blocks: [[Float]]

        init(_ channelCount: Int, _ blocks: [[Float]], sampleRate: Int = 1000) {
            (self.channelCount, self.blocks, self.sampleRate) = (channelCount, blocks, sampleRate)
        }

        func start() {}
        func stop() {}
        func nextBlock(within timeout: RationalTime, _ body: (borrowing Span<Float>, RationalTime) -> Void) -> Bool {
            guard !blocks.isEmpty else { return false }
            let block = blocks.removeFirst()
            // When a camera that is asked delivers its first frame.
            body(block.span, SyntheticCamera.unhurriedStart)
            return true
        }
    }

    /// All samples that come out, and all warnings.
    private static func run(
        _ channelCount: Int,
        _ blocks: [[Float]],
        _ conditioning: AudioConditioning = AudioConditioning()
    ) throws -> (samples: [Float], warnings: [AudioWarning]) {
        var (samples, warnings): ([Float], [AudioWarning]) = ([], [])
        let audio = ConditionedAudio(Blocks(channelCount, blocks), conditioning) { warnings.append($0) }
        try audio.check()
        let body = { (span: borrowing Span<Float>, _: RationalTime) in
            for index in span.indices { samples.append(span[index]) }
        }
        while try audio.nextBlock(within: .zero, body) {}
        return (samples, warnings)
    }

    @Test func `One channel goes to both`() throws {
        #expect(try Self.run(1, [[0.25, -0.5]]).samples == [0.25, 0.25, -0.5, -0.5])
    }

    @Test(arguments: [(0, [0.1, 0.1, 0.3, 0.3]), (1, [0.2, 0.2, 0.4, 0.4])] as [(Int, [Float])])
    func `A chosen channel goes to both`(channel: Int, samples: [Float]) throws {
        #expect(try Self.run(2, [[0.1, 0.2, 0.3, 0.4]], AudioConditioning(source: channel)).samples == samples)
    }

    @Test func `A chosen channel of many goes to both of two`() throws {
        let block = (0..<20).map { Float($0) / 32 }
        let samples = try Self.run(10, [block], AudioConditioning(source: 3)).samples
        #expect(samples == [3, 3, 13, 13].map { $0 / 32 })
    }

    /// Interfaces deliver all that they have: 18 of them are no layout of loudspeakers.
    @Test(arguments: [(10, nil), (18, nil), (10, 9), (18, 0)] as [(Int, Int?)])
    func `Of more channels than can be stored one is recorded`(count: Int, source: Int?) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 4)
        settings.audio.source = source
        let second = [Float](repeating: 0.25, count: 1000 * count)
        let recorder = Recorder(
            try RecorderTests.camera(),
            audio: Blocks(count, [second], sampleRate: 8000),
            requested: nil,
            settings: settings,
            isLive: false
        )
        guard source != nil else {
            let error = #expect(throws: CaptureError.self) { try recorder.start() }
            #expect(error?.code == .tooManyChannels)
            #expect(error?.message == "Blocks has \(count) channels, which cannot be stored apart")
            return #expect(try scratch.contents.isEmpty)
        }
        try recorder.start()
        #expect(try recorder.finish().failure == nil)
        let clip = try ClipReader(settings.path)
        try #require(clip.streams.count == 2)
        #expect(try clip.audio(ofStream: 1).channels.count == 2)
    }

    @Test func `Audio that cannot be encoded ends the audio, and not the recording`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 1)
        let recorder = Recorder(
            try RecorderTests.camera(rate: 60),
            audio: Blocks(2, [[Float](repeating: .nan, count: 16_000)], sampleRate: 8000),
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .duration)
        #expect(summary.failure == nil)
        #expect(summary.files.map(\.frames) == [60])
        #expect(summary.notes.contains { $0.hasPrefix("there is no more audio: ") })
    }

    @Test func `A channel that there is not is refused`() {
        #expect(throws: CaptureError.self) { try Self.run(2, [], AudioConditioning(source: 2)) }
    }

    @Test func `The gain is in decibels, and cut off at full scale`() throws {
        let (samples, warnings) = try Self.run(2, [[0.25, -0.25, 0.75, 0]], AudioConditioning(gain: 20 * 0.301_03))
        #expect(zip(samples, [0.5, -0.5, 1, 0]).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(warnings == [.clippedByGain])
    }

    @Test func `Full scale in a row is clipping, and said once`() throws {
        let peak: Float = 32767.0 / 32768
        #expect(try Self.run(2, [[peak, 0.1, peak, 0.1], [0, 0.1, peak, 0.1]]).warnings.isEmpty)
        // In a row over two blocks.
        let loud = try Self.run(2, [[0.1, peak, 0.1, -1], [0.1, peak, 0.1, 0], [0.1, 1, 0.1, 1, 0.1, 1]])
        #expect(loud.warnings == [.clippedByDevice])
    }

    @Test func `Silence is said after five seconds, once`() throws {
        let quiet = [Float](repeating: 0x1p-15, count: 2 * 1000)
        #expect(try Self.run(2, Array(repeating: quiet, count: 4)).warnings.isEmpty)
        #expect(try Self.run(2, Array(repeating: quiet, count: 12)).warnings == [.silent])
        let left: [Float] = (0..<2000).map { $0 % 2 == 0 ? 0.01 : 0 }
        #expect(try Self.run(2, Array(repeating: left, count: 12)).warnings == [.silentChannel(1, of: 2)])
        // A sound within the time.
        let sound = Array(repeating: quiet, count: 4) + [[0.01, 0.01]] + Array(repeating: quiet, count: 4)
        #expect(try Self.run(2, sound).warnings.isEmpty)
    }

    /// The left channel is cut off at full scale, the right one is silent.
    @Test(arguments: [(0, [.clippedByDevice]), (1, [.silentChannel(1, of: 2)])] as [(Int, [AudioWarning])])
    func `What is not stored is not complained of`(source: Int, warnings: [AudioWarning]) throws {
        let block: [Float] = (0..<2000).map { $0 % 2 == 0 ? 1 : 0 }
        let audio = try Self.run(2, Array(repeating: block, count: 6), AudioConditioning(source: source))
        #expect(audio.warnings == warnings)
    }

    @Test(arguments: [("6", 6), ("-3.5dB", -3.5), ("0dB", 0)]) func `Gains are read`(text: String, gain: Double) throws
    {
        #expect(try AudioConditioning.gain(parsing: text) == gain)
    }

    @Test(arguments: ["", "dB", "loud", "61", "nan", "inf"]) func `Others are refused`(text: String) {
        #expect(throws: ParseError.self) { try AudioConditioning.gain(parsing: text) }
    }
}
