import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// What libavformat's muxer of MP4 and MOV counts in 31 bits fits, and what encoders take.
@Suite struct TimescaleLimitTests {
    /// How long a sample may last, in ticks.
    private static let most = Double(Int32.max)

    /// Three stretches whose instants only some 10^9 ticks a second express.
    private static func edits() throws -> [Edit] {
        let milliseconds: [(Int64, Int64, Int64)] = [(200, 530, 700), (800, 1310, 900), (1400, 1870, 1300)]
        return try milliseconds.map { start, end, duration in
            let range = try TimeRange(start: RationalTime(start, 1000), end: RationalTime(end, 1000))
            return .duration(range, RationalTime(duration, 1000))
        }
    }

    private func media(seconds: Int64, timescale: Int32 = 15360) throws -> MediaDescription {
        let range = try TimeRange(start: .zero, duration: RationalTime(seconds, 1))
        return MediaDescription(
            path: "clip.mov",
            format: "mov",
            tracks: [
                .frames(timescale: timescale, range: range, rate: .fps(30), isConstant: true),
                .made(.subtitle, index: 1, codec: "mov_text", timescale: 1_000_000, range: range),
            ],
            chapters: [Chapter(range: range, metadata: [MetadataItem(key: "title", value: "all")])],
            metadata: [],
            origin: .zero,
            size: nil,
            streams: [],
            storesDecodingTimes: true
        )
    }

    private func plan(
        of media: MediaDescription,
        _ edits: [Edit],
        _ settings: ExportSettings,
        for container: Container = .mov
    ) throws -> ExportPlan {
        var composition = try Composition([media.asset])
        try composition.apply(edits)
        return try ExportPlan(composition, of: [media], settings: settings, container: container, measuring: false)
    }

    private func withTimecode() -> ExportSettings {
        var settings = ExportSettings()
        settings.timecode = Timecode("01:00:00:00")
        return settings
    }

    /// Chapters were lost, and the others ended the process or were refused.
    @Test
    func
        `A timecode, a chapter and a text that last as long as the film fit, and nothing is coarser than a microsecond`()
        throws
    {
        let plan = try plan(of: media(seconds: 300), Self.edits(), withTimecode())
        let timescales = plan.carried.compactMap { track -> Int32? in
            if case .copy(let timescale, _) = track.treatment { timescale } else { nil }
        }
        #expect(timescales.count == 2)
        for timescale in timescales + [MovieOptions.timescale(of: plan)] {
            #expect(Double(timescale) * plan.duration.seconds < Self.most)
            #expect(timescale > 1_000_000)
        }
    }

    /// A timecode lasts for what is hidden before the in point, too.
    @Test func `A timecode lasts as long as all that is copied`() throws {
        let segment = try mapping(from: 290, to: 300)
        var demand = Timescale.Demand(segments: [segment], tick: RationalTime(1, 1_000_000_000), origin: .zero)
        demand.lead = segment.source.start
        #expect(Double(TimescaleLimit.holdingAll(of: [demand])) * 300 < Self.most)
        #expect(Double(TimescaleLimit.holdingAll(of: [demand])) * 310 > Self.most)
    }

    @Test func `A ramp takes no more than the limit, and instants outside of it stay exact`() throws {
        let range = try TimeRange(start: RationalTime(10, 1), end: RationalTime(12, 1))
        let ramp = Edit.ramp(range, from: .normal, to: .rate(1, 4), .linear)
        let plan = try plan(of: media(seconds: 2400, timescale: 16384), [ramp], withTimecode())
        guard case .copy(let timescale, _)? = plan.video?.treatment else { return #expect(Bool(false)) }
        #expect(timescale % 16384 == 0)
        #expect(Double(timescale) * plan.duration.seconds < Self.most)
    }

    @Test func `A frame that is held for seconds fits, though frames are stored in order`() throws {
        let first = try mapping(from: 0, to: 10)
        let held = TimeMapping.hold(
            first.source.end,
            for: try TimeRange(start: first.target.end, duration: RationalTime(7, 1))
        )
        let demand = Timescale.Demand(
            segments: [first, held],
            tick: RationalTime(1, 1_000_000_000),
            origin: .zero,
            frame: RationalTime(1, 30)
        )
        let timescale = Timescale.exact(for: [demand], limit: TimescaleLimit.holdingSamples(of: [demand]))
        #expect(Double(timescale) * 7 < Self.most)
        #expect(timescale == 250_000_000)
    }

    /// Frames of no steady rate, texts: any may last for as long as the track. Timescales in use stay.
    @Test(
        arguments: [
            (Timescale.Demand.Pace.steady, 300, Int32.max / 2), (.uneven, 300, 7_000_000), (.uneven, 7200, 1_000_000),
            (.sparse, 300, 7_000_000), (.sparse, 7200, 298_000), (.sparse, 1_000_000, 100_000),
        ] as [(Timescale.Demand.Pace, Int64, Int32)]
    )
    func `What has no steady rate is as fine as the whole allows, or as is enough`(
        pace: Timescale.Demand.Pace,
        seconds: Int64,
        least: Int32
    ) throws {
        var demand = Timescale.Demand(
            segments: [try mapping(from: 0, to: seconds)],
            tick: RationalTime(1, 1000),
            origin: .zero,
            frame: RationalTime(1, 30)
        )
        demand.pace = pace
        let limit = TimescaleLimit.holdingSamples(of: [demand])
        #expect(limit >= least)
        #expect(Double(limit) < Double(least) * 2.1)
    }

    /// Their encoders take no finer time base.
    @Test(arguments: [(VideoCodec.vp9, Container.webm), (.vp9, .mkv), (.av1, .mp4)])
    func `VP9 and AV1 have no more than a thousand million ticks a second`(
        codec: VideoCodec,
        container: Container
    ) throws {
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: codec)
        let plan = try plan(of: media(seconds: 2), Self.edits(), settings, for: container)
        guard case .encodeVideo(_, .ticks(let timescale))? = plan.video?.treatment else { return #expect(Bool(false)) }
        #expect((1_000_000...1_000_000_000).contains(timescale))
    }

    @Test(arguments: [ExportSettings.OutputTiming.passthrough, .constantFrameRate(FrameRate(29_970_029, 1_000_000))])
    func `A timecode that would last too long in any timescale is refused`(timing: ExportSettings.OutputTiming) throws {
        var settings = withTimecode()
        settings.timing = timing
        let media = try media(seconds: timing == .passthrough ? 120_000 : 100)
        #expect(throws: ExportError.self) { try plan(of: media, [], settings) }
        settings.timecode = nil
        #expect(try plan(of: media, [], settings).video != nil)
    }

    private func mapping(from start: Int64, to end: Int64) throws -> TimeMapping {
        let source = try TimeRange(start: RationalTime(start, 1), end: RationalTime(end, 1))
        return try TimeMapping(source: source, target: TimeRange(start: .zero, duration: source.duration))
    }
}
