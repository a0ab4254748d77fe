import Composition
import Export
import FFmpeg
import FoundationEssentials
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Comparison

/// Renderings of the clip.
@Suite struct ClipRendererTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func renderer(from start: RationalTime, at rate: PlaybackRate) throws -> ClipRenderer {
        var audio = Clip.Audio(samples: 44_100)
        audio.sampleRate = 44_100
        let media = try MediaDescription(ofFile: try Clip("wav", audio: audio).write(to: scratch))
        var composition = Composition()
        try composition.insert(TimeRange(start: start, end: media.asset.duration), of: media.asset, at: .zero)
        var settings = ComparisonSettings()
        settings.rates = [rate]
        let plan = try ComparisonPlan(input: media, composition: composition, settings: settings)
        return ClipRenderer(plan: plan, folder: scratch.path, cancellation: Cancellation())
    }

    /// What begins between two samples lasts a part of a sample less than the source's number of samples.
    @Test(arguments: [(1, 2), (1, 4), (2, 1)] as [(Int64, Int64)])
    func `A part that begins between two samples is as long as it should be`(n: Int64, d: Int64) throws {
        let renderer = try renderer(from: RationalTime(333, 1000), at: PlaybackRate(n, d))
        let section = renderer.plan.sections[0]
        let source = try renderer.source()
        #expect(source.frameCount == 29_415)
        let rendering = try renderer.audio(.varispeed, of: section, to: "rendering.wav")
        #expect(rendering.frameCount == (try renderer.expectedLength(section, source: source)))
    }

    @Test func `A video that cannot be read is left out, with the reason`() throws {
        var clip = Clip("mp4", frames: 10, at: .fps(30), codec: .h264)
        clip.audioTracks = [Clip.Audio("aac", samples: 16_000)]
        let path = scratch.file("clip.mp4")
        try clip.write(to: path)
        let media = try MediaDescription(ofFile: path)
        let plan = try ComparisonPlan(input: media, composition: try Composition(whole: media))
        let renderer = ClipRenderer(plan: plan, folder: scratch.path, cancellation: Cancellation())
        _ = try scratch.write([UInt8](repeating: 0, count: 10_000), to: "clip.mp4")
        try FileManager.default.createDirectory(atPath: scratch.file("1-2"), withIntermediateDirectories: false)
        let refusal = #expect(throws: Refusal.self) { _ = try renderer.video(plan.sections[0]) }
        #expect(refusal?.words.hasPrefix("The page shows no video: ") == true)
    }

    @Test func `Where the source ends elsewhere than was planned, its samples count`() throws {
        let renderer = try renderer(from: .zero, at: PlaybackRate(1, 2))
        let source = AudioSamples(
            PlanarSamples(channelCount: 1, frameCount: 40_001),
            sampleRate: 44_100,
            .init(channelCount: 1)
        )
        #expect(try renderer.expectedLength(renderer.plan.sections[0], source: source) == 80_002)
    }
}
