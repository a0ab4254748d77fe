import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

/// What was captured: timestamps first, then tags, and over both the user's word.
@Suite struct CaptureRateTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [FrameRate.fps(240), .fps(30), .fps(120_000, 1001)])
    func `A constant rate is what the timestamps say`(rate: FrameRate) throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 24, at: rate).write(to: scratch))
        let captured = try CaptureRate.measuring(media)
        #expect(captured.rate == rate)
        #expect(captured.warnings.isEmpty)
    }

    @Test func `A tag that contradicts them is reported, not believed`() throws {
        let media = try MediaDescription(ofFile: tagged("240.000000", at: .fps(30)))
        let captured = try CaptureRate.measuring(media)
        #expect(captured.rate == .fps(30))
        #expect(
            captured.warnings == [
                "com.android.capture.fps says 240 fps, the timestamps say 30: they are believed"
            ]
        )
    }

    @Test func `A tag that agrees says nothing new`() throws {
        let captured = try CaptureRate.measuring(MediaDescription(ofFile: tagged("239.9", at: .fps(240))))
        #expect(captured.rate == .fps(240))
        #expect(captured.warnings.isEmpty)
    }

    @Test func `Where timestamps vary about the tag's rate, it is the tag's`() throws {
        // A phone's clock: 240 fps, but for a few ticks.
        var timing = FrameTiming()
        for k in 0..<100 as Range<Int64> {
            timing.add(RationalTime(k * 375 + (k % 3), 90_000), lasting: RationalTime(375, 90_000))
        }
        #expect(timing.isVariable)
        let media = try MediaDescription(ofFile: tagged("240.0", at: .fps(240)))
        let tag = try #require(CaptureRateTag(media))
        #expect(CaptureRate(timing: timing, tag: tag)?.rate == .fps(240))
        // Without it, the mean.
        let mean = try #require(CaptureRate(timing: timing, tag: nil))
        #expect(abs(mean.rate.approximation - 240) < 0.1)
    }

    @Test func `Pauses are no part of what was captured, and that is said`() throws {
        // A recording of a screen at 30 fps: two pauses of 7 s, and every tenth frame is missing.
        var timing = FrameTiming()
        for k in 0..<300 as Range<Int64> where k % 10 != 9 {
            timing.add(RationalTime(k + k / 100 * 210, 30), lasting: RationalTime(1, 30))
        }
        let captured = try #require(CaptureRate(timing: timing, tag: nil))
        #expect(captured.rate == .fps(30))
        #expect(captured.warnings.count == 1 && captured.warnings[0].contains("29 pauses (in the mean "))
        // What a phone's clock varies by is none.
        var jitter = FrameTiming()
        for k in 0..<100 as Range<Int64> { jitter.add(RationalTime(k * 33 + (k % 3) * 4, 1000), lasting: .zero) }
        let phone = try #require(CaptureRate(timing: jitter, tag: nil))
        #expect(abs(phone.rate.approximation - 1000.0 / 33) < 0.1)
        #expect(phone.warnings.isEmpty)
    }

    @Test func `The user's word counts, with a warning`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 24, at: .fps(30)).write(to: scratch))
        let captured = try CaptureRate.measuring(media, stated: .fps(240))
        #expect(captured.rate == .fps(240))
        #expect(captured.warnings == ["the timestamps say 30 fps; 240 is taken, as it was asked for"])
    }

    @Test func `Too few frames to tell, and none`() throws {
        let single = try MediaDescription(ofFile: Clip("mp4", frames: 1, at: .fps(30)).write(to: scratch))
        let audio = try MediaDescription(ofFile: Clip("wav", audio: Clip.Audio(samples: 4800)).write(to: scratch))
        for (media, code) in [(single, ExportError.Code.captureRateUnknown), (audio, .nothingToExport)] {
            #expect { try CaptureRate.measuring(media) } throws: { ($0 as? ExportError)?.code == code }
        }
    }

    @Test(arguments: ["0", "-240", "fast", "", "nan", "inf", "1e300", "0.0001"])
    func `A tag that makes no sense is none`(value: String) throws {
        #expect(try CaptureRateTag(MediaDescription(ofFile: tagged(value, at: .fps(30)))) == nil)
    }

    @Test func `Samsung's box is read`() throws {
        let path = try samsung([0, 240, 0, 0])
        let tag = try #require(CaptureRateTag(try MediaDescription(ofFile: path)))
        #expect(tag.rate == .fps(240))
        #expect(tag.key == "Samsung's srfr")
    }

    @Test(arguments: [[], [0], [0, 0, 0, 0], [0, 240, 0]] as [[UInt8]])
    func `Samsung's box without a rate is passed over`(content: [UInt8]) throws {
        #expect(try CaptureRateTag(MediaDescription(ofFile: samsung(content))) == nil)
    }

    /// A clip with Android's tag.
    private func tagged(_ value: String, at rate: FrameRate) throws -> String {
        var clip = Clip("mp4", frames: 24, at: rate)
        clip.metadata = [MetadataEntry(key: "com.android.capture.fps", value: value)]
        clip.options = [MetadataEntry(key: "movflags", value: "use_metadata_tags")]
        return try clip.write(to: scratch)
    }

    /// A clip with a box `smta/srfr` at the end of its `udta`, which the muxer writes last.
    private func samsung(_ content: [UInt8]) throws -> String {
        var bytes = try ScratchDirectory.bytes(of: Clip("mp4", frames: 24, at: .fps(30)).write(to: scratch))
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(content.count + 8)] + Array(type.utf8) + content
        }
        let tags = box("smta", [0, 0, 0, 0] + box("srfr", content))
        for type in ["moov", "udta"] {
            let pattern = Array(type.utf8)
            let place = try #require(bytes.indices.dropLast(4).last { bytes[$0..<$0 + 4].elementsEqual(pattern) })
            let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) } + tags.count
            for index in 0..<4 { bytes[place - 4 + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
        }
        return try scratch.write(bytes + tags, to: "samsung.mp4")
    }
}
