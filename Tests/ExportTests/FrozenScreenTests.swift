import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Recordings of a screen: Matroska that states a rate, and has no frames for as long as nothing moves.
@Suite struct FrozenScreenTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// No timescale in which such a frame fits into what MP4 and MOV count expresses these edits: the rate was taken for a promise that no frame
    /// lasts longer.
    @Test(arguments: [(Container.mp4, nil, 0), (.mp4, nil, 2), (.mov, .prores, 0)] as [(Container, VideoCodec?, Int)])
    func `A frame that stands for seconds fits beside edits that need a fine timescale`(
        container: Container,
        codec: VideoCodec?,
        bFrames: Int
    ) throws {
        let clip = scratch.file("screen.mkv")
        let frozen = "select='not(between(n,31,1050))'"
        let outcome = try RunningCommand([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=40", "-vf", frozen,
            "-vsync", "vfr", "-c:v", "libx264", "-bf", "\(bFrames)", "-preset", "veryfast", clip,
        ]).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        let media = try MediaDescription(ofFile: clip)
        #expect(media.mainVideo?.video?.claimedFrameRate == .fps(30))
        var composition = try Composition([media.asset])
        try composition.apply([
            Self.edit(from: 500, to: 877, lasting: 777), Self.edit(from: 35_500, to: 36_123, lasting: 1234),
            Self.edit(from: 37_000, to: 37_987, lasting: 2345),
        ])
        var settings = ExportSettings()
        settings.video = codec.map { VideoEncoding(codec: $0) }
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: container)
        let output = scratch.file("out.\(container.rawValue)")
        let report = try Exporter(plan: plan).run(to: output)
        #expect(report.frames.shown == 180)
        let end = try #require(ClipReader(output).frames().last).time.seconds
        #expect(abs(end - composition.duration.seconds) < 0.1)
    }

    private static func edit(from start: Int64, to end: Int64, lasting duration: Int64) throws -> Edit {
        let range = try TimeRange(start: RationalTime(start, 1000), end: RationalTime(end, 1000))
        return .duration(range, RationalTime(duration, 1000))
    }
}
