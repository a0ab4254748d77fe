@testable import Capture
import FFmpeg
import MediaTime
import RandomNumbers
import SceneRendering
import TestSupport
import Testing

/// Audio and video stay together, whatever their clocks do.
@Suite struct RecordedAudioTests {
    /// Where clicks audio in a file and when their frames flash, both by the file's clock.
    private static func record(
        drift: Double,
        jitter: Double = 0,
        duration: RationalTime,
        to path: String
    ) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.limits.duration = duration
        let rate = FrameRate(30)
        let microphone = SyntheticMicrophone(frameRate: rate, pace: .unhurried, drift: drift, jitter: jitter)
        let recorder = Recorder(
            try RecorderTests.camera("MJPG", rate: 30),
            audio: microphone,
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        return try recorder.finish()
    }

    @Test(arguments: [0.0, 200, -200, 1000]) func `Clicks are heard when they are seen`(drift: Double) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let summary = try Self.record(drift: drift, jitter: 0.002, duration: RationalTime(30, 1), to: path)
        let audio = try #require(summary.audio)
        #expect(audio.lostSamples == 0)
        #expect(abs(try #require(audio.drift) - drift) < 60)
        let decoded = try ClipReader(path).audio(ofStream: 1)
        let clicks = ClickFinder.clicks(in: decoded.channels[0], sampleRate: 48_000)
        let scene = SyntheticScene(width: 320, height: 180, frameRate: FrameRate(30))
        let expected = scene.clickPositions(in: 0..<Int64(decoded.channels[0].count))
        #expect(clicks.count >= expected.count - 1)
        for (found, due) in zip(clicks, expected) {
            let instant = decoded.start.seconds + found
            #expect(abs(instant - Double(due) / 48_000) < 0.005)
        }
    }

    @Test func `A gap is silence, and what follows is in its place`() throws {
        let coder = try AudioCoder.make(sampleRate: 48_000, channelCount: 1)
        var last: Int64 = 0
        var packets = 0
        let block = [Float](repeating: 0.5, count: 4800)
        for instant in [RationalTime(10, 1), RationalTime(101, 10), RationalTime(12, 1), RationalTime(121, 10)] {
            try coder.take(AudioBlock(samples: block, timestamp: instant), since: RationalTime(10, 1)) { packet in
                last = packet.pts ?? 0
                packets += 1
            }
        }
        try coder.finish { packet in
            last = packet.pts ?? 0
            packets += 1
        }
        // 2.2 seconds, and the encoder's first packet before them.
        #expect(abs(last + 1024 - 105_600) <= 1100)
        #expect(packets >= 104)
    }

    @Test func `No sample is left in the resampler`() throws {
        let coder = try AudioCoder.make(sampleRate: 8000, channelCount: 1)
        var end: Int64 = 0
        let take = { (packet: borrowing Packet) in end = (packet.pts ?? 0) + packet.duration }
        for number in Int64(0)..<10 {
            let block = AudioBlock(samples: Array(repeating: 0.5, count: 800), timestamp: RationalTime(number, 10))
            try coder.take(block, since: .zero) { take($0) }
        }
        try coder.finish { take($0) }
        // It may give some more, as the encoder may, which fills its last packet.
        #expect((8000..<9100).contains(end))
    }

    @Test func `Instants that cannot be are survived`() throws {
        let coder = try AudioCoder.make(sampleRate: 48_000, channelCount: 1)
        var packets = 0
        let block = [Float](repeating: 0.5, count: 480)
        for number in Int64(0)..<3000 {
            // Ten seconds back, from time to time an hour.
            let instant = number % 3 == 0 ? 100 + 10 * number : 1100 + 10 * number
            let lapse = number % 500 == 499 ? Int64(3_600_000) : 0
            let timestamp = RationalTime(instant - lapse, 1000)
            try coder.take(AudioBlock(samples: block, timestamp: timestamp), since: .zero) { _ in packets += 1 }
        }
        try coder.finish { _ in packets += 1 }
        let seconds = Double(packets) * 1024 / 48_000
        #expect(abs(try #require(coder.drift)) <= 5100)
        #expect((29..<40).contains(seconds))
    }

    @Test(arguments: [-300.0, 0, 120]) func `The card's clock is learnt in spite of jitter`(drift: Double) throws {
        var random = SplitMix64(seed: 7)
        var clock = AudioClock(start: 0, sampleRate: 48_000)
        let rate = 48_000 * (1 + drift / 1_000_000)
        var worst = 0.0
        for block in 0..<60_000 {
            let due = Double(block) * 480 / rate
            let smooth = clock.take(sampleCount: 480, at: due + Double(random.next() % 1000) / 1_000_000)
            if block > 6000 { worst = max(worst, abs(smooth - due - 0.0005)) }
        }
        #expect(abs(try #require(clock.drift) - drift) < 5)
        #expect(worst < 0.0005)
    }
}
