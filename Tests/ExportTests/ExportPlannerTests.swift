import Composition
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Export

/// Plans as text, pinned: what becomes of every track, and why.
@Suite struct ExportPlannerTests {
    @Test func `A phone's clip at half speed`() throws {
        #expect(
            try plan(of: .phone, Self.half) == """
                mp4, 4s
                0 video h264: copy at 60000, [0s, 2s) → [0s, 4s) open: only timestamps change
                1 audio aac: encode aac at 48000 Hz spectral, [0s, 2s) → [0s, 4s) open: stretched (spectral)
                2 timecode none: leave out: written anew from the frames' start timecode
                3 data none: leave out: libavformat does not write Apple metadata into mp4
                chapter [2s, 4s) second half
                text com.android.capture.fps=240
                warning: track 3 (data, mebx) is left out: libavformat does not write Apple metadata into mp4
                """
        )
    }

    @Test(arguments: ["", "+10.0000+010.0000/"])
    func `What cameras measure goes along, but where another place is named or none`(place: String) throws {
        var request = Request(rate: .normal)
        #expect(try plan(of: .telemetry, request).contains("1 data bin_data: copy"))
        request.settings.metadata = [MetadataItem(key: "title", value: "")]
        #expect(try plan(of: .telemetry, request).contains("1 data bin_data: copy"))
        request.settings.metadata = [MetadataItem(key: "location", value: place)]
        let text = try plan(of: .telemetry, request)
        #expect(text.contains("1 data bin_data: leave out: it may say otherwise where the clip was filmed"))
        #expect(text.contains("warning: track 1 (data, bin_data) is left out: it may say otherwise"))
    }

    /// They were left out as a whole.
    @Test func `What cameras measure is repeated with the frames, and left out only where those are played backwards`()
        throws
    {
        let input = try MediaDescription.telemetry
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: input.asset.duration), of: input.asset, at: .zero)
        func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
            try TimeRange(start: RationalTime(start, 4), end: RationalTime(end, 4))
        }
        try composition.apply([.repetition(range(1, 3), 2), .reverse(range(4, 6), .normal)])
        let plan = try ExportPlan(composition, of: [input], container: .mp4, measuring: false)
        let readings = try #require(plan.carried.first { $0.source.kind == .data })
        #expect(
            readings.parts.map { $0.segments.map(\.source) } == [
                [try range(0, 3)], [try range(1, 4)], [try range(6, 8)],
            ]
        )
        #expect(plan.warnings.contains("track 1 (data, bin_data) is left out where the edit plays backwards"))
    }

    @Test func `A quarter of the speed at 30 fps`() throws {
        var request = Request(rate: .rate(1, 4))
        request.settings.timing = .constantFrameRate(.fps(30))
        #expect(
            try plan(of: .silent, request) == """
                mp4, 8s
                0 video hevc: encode h264 in frames at 30, [0s, 2s) → [0s, 8s) open: frames are chosen anew for 30 fps
                """
        )
    }

    @Test func `Normal speed copies everything`() throws {
        #expect(
            try plan(of: .phone, Request(rate: .normal, container: .mov)) == """
                mov, 2s
                0 video h264: copy at 120000, [0s, 2s) → [0s, 2s) open: only timestamps change
                1 audio aac: copy at 48000, [0s, 2s) → [0s, 2s) open: its time does not change
                2 timecode none: leave out: written anew from the frames' start timecode
                3 data none: leave out: libavformat does not write Apple metadata into mov
                chapter [1s, 2s) second half
                text com.android.capture.fps=240
                warning: track 3 (data, mebx) is left out: libavformat does not write Apple metadata into mov
                """
        )
    }

    @Test(arguments: [Container.wav, .flac])
    func `What holds one track gets the first audio`(container: Container) throws {
        let text = try plan(of: .twoSounds, Request(rate: .rate(1, 2), container: container))
        #expect(text.contains("0 audio aac: encode \(container == .wav ? "pcm" : "flac")"))
        #expect(text.contains("1 audio aac: leave out: \(container.rawValue) holds one track"))
        let both = try plan(of: .twoSounds, Request(rate: .rate(1, 2), container: .mka))
        #expect(both.contains("1 audio aac: encode flac"))
    }

    @Test func `Into WebM video and audio are encoded`() throws {
        #expect(
            try plan(of: .phone, Request(rate: .rate(1, 2), container: .webm)) == """
                webm, 4s
                0 video h264: encode vp9 in ticks at 60000, [0s, 2s) → [0s, 4s) open: webm cannot carry h264
                1 audio aac: encode opus at 48000 Hz spectral, [0s, 2s) → [0s, 4s) open: stretched (spectral)
                2 timecode none: leave out: written anew from the frames' start timecode
                3 data none: leave out: webm cannot carry Apple metadata
                chapter [2s, 4s) second half
                text com.android.capture.fps=240
                warning: track 3 (data, mebx) is left out: webm cannot carry Apple metadata
                """
        )
    }

    @Test func `A container of audio leaves the frames out`() throws {
        #expect(
            try plan(of: .phone, Request(rate: .rate(1, 2), container: .wav)) == """
                wav, 4s
                0 video h264: leave out: wav carries audio only
                1 audio aac: encode pcm at 48000 Hz spectral, [0s, 2s) → [0s, 4s) open: stretched (spectral)
                2 timecode none: leave out: written anew from the frames' start timecode
                3 data none: leave out: wav cannot carry Apple metadata
                text com.android.capture.fps=240
                warning: track 0 (video, h264) is left out: wav carries audio only
                warning: track 3 (data, mebx) is left out: wav cannot carry Apple metadata
                warning: wav carries no chapters: the chapter is left out
                """
        )
    }

    @Test func `Audio without a sample rate is left out, and said`() throws {
        #expect(
            try plan(of: .emptyAudio, Self.half) == """
                mp4, 4s
                0 video h264: copy at 60000, [0s, 2s) → [0s, 4s) open: only timestamps change
                1 audio aac: leave out: its sample rate is not known
                warning: track 1 (audio, aac) is left out: its sample rate is not known
                """
        )
    }

    /// What is played ends before the video begins.
    @Test func `Where nothing is left, all that could be looked for is named, and nothing else`() throws {
        let error = try #require(
            failure {
                let input = try MediaDescription.lateVideo
                var composition = Composition()
                try composition.insert(TimeRange(start: .zero, end: RationalTime(1, 1)), of: input.asset, at: .zero)
                _ = try ExportPlan(composition, of: [input], settings: ExportSettings(), container: .mp4)
            }
        )
        #expect(
            error.message
                == "nothing of late.mov can be exported: track 0 (video, h264): nothing of it lies in the exported "
                + "range; track 1 (audio, aac): its sample rate is not known"
        )
    }

    @Test func `Subtitles are shown again where the edit repeats, and are left out where it plays backwards`() throws {
        let input = try MediaDescription.subtitled
        var composition = try Composition([input.asset])
        try composition.apply([
            .repetition(try TimeRange(start: .zero, end: RationalTime(1, 2)), 2),
            .reverse(try TimeRange(start: RationalTime(1, 1), end: RationalTime(3, 2)), .normal),
        ])
        let plan = try ExportPlan(
            composition,
            of: [input],
            settings: ExportSettings(),
            container: .mkv,
            measuring: false
        )
        let texts = plan.tracks[1]
        #expect(
            texts.parts.map { $0.segments.map(\.description) } == [
                ["[0s, 0.5s) → [0s, 0.5s)"],
                ["[0s, 1s) → [0.5s, 1.5s)"], ["[1.5s, 2s) → [2s, 2.5s)"],
            ]
        )
        #expect(plan.warnings.contains("track 1 (subtitle, subrip) is left out where the edit plays backwards"))
    }

    @Test func `The same request gives the same plan`() throws {
        #expect(try plan(of: .phone, Self.half) == plan(of: .phone, Self.half))
    }

    @Test(arguments: [
        (
            VideoEncoding(codec: .h264), Container.webm, ExportError.Code.videoNotCarried(.h264, .webm),
            "webm cannot carry h264"
        ),
        (VideoEncoding(codec: .h264, quality: 52), .mp4, .settings, "h264 has no quality 52: 0 to 51"),
        (VideoEncoding(codec: .ffv1, quality: 3), .mkv, .settings, "ffv1 is lossless: it has no quality to choose"),
        (
            VideoEncoding(codec: .hevc, preset: "quick"), .mp4,
            .encoderPresetUnknown(known: VideoCodec.hevc.traits.presets), "hevc has no encoder preset quick"
        ),
    ])
    func `Settings that contradict themselves are refused`(
        encoding: VideoEncoding,
        container: Container,
        code: ExportError.Code,
        message: String
    ) throws {
        var request = Request(rate: .rate(1, 2), container: container)
        request.settings.video = encoding
        let error = try #require(failure { _ = try plan(of: .phone, request) })
        #expect(error.code == code)
        #expect(error.message == message)
    }

    @Test func `Passthrough into a container of constant rates is refused`() throws {
        let error = try #require(failure { _ = try plan(of: .silent, Request(rate: .rate(1, 2), container: .avi)) })
        #expect(error.code == .constantRateNeeded)
    }

    @Test(arguments: [0, -1])
    func `One of no frames is refused, and no trap`(every: Int) throws {
        var request = Request(rate: .rate(1, 2))
        request.settings.timing = .decimated(every: every)
        #expect(failure { _ = try plan(of: .phone, request) }?.code == .settings)
    }

    @Test func `A file that is played and not given is refused`() throws {
        let (given, played) = (try MediaDescription.silent, try MediaDescription.phone)
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: played.asset.duration), of: played.asset, at: .zero)
        let error = failure { _ = try ExportPlan(composition, of: [given], container: .mp4, measuring: false) }
        #expect(error?.code == .settings)
        #expect(error?.message == "the edits play phone.mov, which is not among the inputs")
        let none = failure { _ = try ExportPlan(composition, of: [], container: .mp4) }
        #expect(none?.code == .nothingToExport)
    }

    @Test func `Where neither video nor audio is left there is nothing to export`() throws {
        var request = Request(rate: .rate(1, 2), container: .wav)
        request.settings.pitch = .mute
        #expect(failure { _ = try plan(of: .phone, request) }?.code == .nothingPlayed)
        let silent = failure { _ = try plan(of: .silent, Request(rate: .normal, container: .flac)) }
        #expect(silent?.code == .nothingPlayed)
        #expect(silent?.message.hasSuffix("flac carries audio only") == true)
    }
}

extension ExportPlannerTests {
    private static var half: Request { Request(rate: .rate(1, 2)) }

    private struct Request {
        var rate: PlaybackRate
        var container = Container.mp4
        var settings = ExportSettings()
    }

    private func plan(of input: MediaDescription, _ request: Request) throws -> String {
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: input.asset.duration), of: input.asset, at: .zero)
        try composition.scale(by: request.rate)
        return try ExportPlan(
            composition,
            of: [input],
            settings: request.settings,
            container: request.container,
            measuring: false
        ).text
    }

    private func failure(_ body: () throws -> Void) -> ExportError? {
        do { try body() } catch { return error as? ExportError }
        return nil
    }
}

extension ExportPlan {
    fileprivate var text: String {
        var lines = ["\(container.rawValue), \(duration)"]
        lines += tracks.map(\.text)
        lines += chapters.map { "chapter \($0.range) \($0.title ?? "")" }
        lines += metadata.map { "text \($0.key)=\($0.value)" }
        lines += warnings.map { "warning: \($0)" }
        return lines.joined(separator: "\n")
    }
}

extension TrackPlan {
    fileprivate var text: String {
        let head = "\(source.index) \(source.kind.rawValue) \(source.codec): "
        let map = segments.map(\.description).joined(separator: ", ") + (isOpenEnded ? " open" : "")
        let what =
            switch treatment {
            case .copy(let timescale, _): "copy at \(timescale), \(map)"
            case .rewriteText(let codec, let timescale): "rewrite as \(codec.rawValue) at \(timescale), \(map)"
            case .stitch(let stitching, .ticks(let timescale)):
                "copy and encode \(stitching.encoding.codec.rawValue) at \(timescale), \(map)"
            case .stitch(let stitching, .frames(let rate)):
                "copy and encode \(stitching.encoding.codec.rawValue) in frames at \(rate), \(map)"
            case .encodeVideo(let encoding, .frames(let rate)):
                "encode \(encoding.codec.rawValue) in frames at \(rate), \(map)"
            case .encodeVideo(let encoding, .ticks(let timescale)):
                "encode \(encoding.codec.rawValue) in ticks at \(timescale), \(map)"
            case .encodeAudio(let encoding, let rate, let pitch):
                "encode \(encoding.codec.rawValue) at \(rate) Hz \(pitch.rawValue), \(map)"
            case .attach: "attach"
            case .leaveOut: "leave out"
            }
        return "\(head)\(what): \(reason)"
    }
}
