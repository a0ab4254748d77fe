import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Comparison

@Suite struct ComparisonPlanTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func audio(
        _ name: String = "clip",
        samples: Int64 = 48_000,
        sampleRate: Int = 48_000
    ) throws -> MediaDescription {
        let path = scratch.file("\(name).wav")
        var audio = Clip.Audio(samples: samples)
        audio.sampleRate = sampleRate
        try Clip("wav", audio: audio).write(to: path)
        return try MediaDescription(ofFile: path)
    }

    private func plan(_ media: MediaDescription, _ settings: ComparisonSettings) throws -> ComparisonPlan {
        try ComparisonPlan(input: media, composition: try Composition(whole: media), settings: settings)
    }

    private func rates(_ texts: String...) throws -> [PlaybackRate] { try texts.map(PlaybackRate.init(parsing:)) }

    @Test func `By default everything is compared at half and at quarter speed`() throws {
        let plan = try plan(try audio(), ComparisonSettings())
        #expect(plan.sections.map(\.rate.description) == ["1/2", "1/4"])
        #expect(plan.sections.map(\.duration) == [RationalTime(2, 1), RationalTime(4, 1)])
        #expect(plan.sections[0].entries.map(\.name) == ["spectral", "time-domain", "varispeed", "low-latency"])
        #expect(plan.sections[1].entries.map(\.name) == ["spectral", "time-domain", "varispeed"])
        #expect(plan.sections[1].notes.count == 1)
        #expect(plan.files.count == Set(plan.files).count)
    }

    @Test func `What is named twice is compared once`() throws {
        var settings = ComparisonSettings()
        settings.rates = try rates("1/2", "0.5", "50%")
        settings.algorithms = [.varispeed, .varispeed]
        let plan = try plan(try audio(), settings)
        #expect(plan.sections.map { $0.entries.count } == [1])
    }

    @Test func `Another program's file finds its rate by its length`() throws {
        var settings = ComparisonSettings()
        settings.algorithms = [.varispeed]
        settings.others = [
            OtherRendering(media: try audio("half", samples: 96_480)),
            OtherRendering(media: try audio("quarter", samples: 191_000)),
            OtherRendering(media: try audio("odd", samples: 10), rate: PlaybackRate(1, 4)),
        ]
        let plan = try plan(try audio(), settings)
        #expect(
            plan.sections.map { $0.entries.map(\.name) } == [["varispeed", "half"], ["varispeed", "quarter", "odd"]]
        )
    }

    /// As where a file out of the directory of a comparison is compared.
    @Test func `No file of a rendering is one of another's`() throws {
        var settings = ComparisonSettings()
        settings.algorithms = [.varispeed]
        settings.others = try ["varispeed", "varispeed.program", "varispeed.spectrogram"].map {
            OtherRendering(media: try audio($0, samples: 96_000))
        }
        let plan = try plan(try audio(), settings)
        #expect(
            plan.sections[0].entries.map(\.name) == [
                "varispeed", "varispeed (2)", "varispeed.program", "varispeed.spectrogram",
            ]
        )
        #expect(plan.files.count == Set(plan.files).count)
    }

    @Test(arguments: [(100_000, nil), (96_000, "1/3")] as [(Int64, String?)])
    func `A file that fits no rate is refused`(samples: Int64, rate: String?) throws {
        var settings = ComparisonSettings()
        settings.others = [
            OtherRendering(
                media: try audio("other", samples: samples),
                rate: try rate.map { try PlaybackRate(parsing: $0) }
            )
        ]
        let clip = try audio()
        let error = #expect(throws: ComparisonError.self) { _ = try plan(clip, settings) }
        let expected: ComparisonError.Code =
            rate == nil
            ? .otherRateUnknown(path: settings.others[0].media.path) : .otherRateNotCompared(rates: settings.rates)
        #expect(error?.code == expected)
    }

    @Test func `A clip without audio is refused`() throws {
        let media = try MediaDescription(ofFile: try Clip("mp4", frames: 10, at: .fps(30)).write(to: scratch))
        let error = #expect(throws: ComparisonError.self) { _ = try plan(media, ComparisonSettings()) }
        #expect(error?.code == .noAudio)
    }

    /// W64 states the number of its samples in 64 bits.
    @Test(arguments: [40, 60])
    func `Audio that cannot last as long as its header says is refused for that`(bits: Int) throws {
        let path = scratch.file("clip.w64")
        try Clip("w64", audio: Clip.Audio("pcm_f32le", samples: 4_800)).write(to: path)
        var bytes = try ScratchDirectory.bytes(of: path)
        // Behind the chunk's name, the rest of its identifier and its size.
        let place = try #require(bytes.firstRange(of: Array("fact".utf8))).lowerBound + 16 + 8
        for offset in 0..<8 { bytes[place + offset] = offset == bits / 8 ? 1 << UInt8(bits % 8) : 0 }
        let media = try MediaDescription(ofFile: try scratch.write(bytes, to: "liar.w64"))
        let error = #expect(throws: ComparisonError.self) { _ = try plan(media, ComparisonSettings()) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("it states that it lasts ") == true)
    }

    @Test(
        arguments: [
            (["0.2s..0.5s@-1"], true), (["0.7s+0.3s"], true), (["0.2s..0.5s@1", "0.5s..*2"], true),
            (["0.2s..0.5s@1/2"], false), (["0.2s..0.5s@-1/2"], false), (["0.2s..0.5s@1..1/2"], false),
        ] as [([String], Bool)]
    )
    func `Other programs render what edits leave at the clip's speed`(edits: [String], isAsIs: Bool) throws {
        var settings = ComparisonSettings()
        settings.rates = try rates("1/2")
        settings.algorithms = [.varispeed]
        settings.peers = [.sox]
        let clip = try audio()
        var composition = try Composition(whole: clip)
        try composition.apply(edits.map(Edit.init(parsing:)))
        let plan = try ComparisonPlan(input: clip, composition: composition, settings: settings)
        #expect(plan.playsSourceAsIs == isAsIs)
        #expect(plan.sections[0].entries.map(\.name) == ["varispeed"] + (isAsIs ? ["sox"] : []))
        #expect(plan.sections[0].notes.isEmpty == isAsIs)
        #expect(plan.warnings.isEmpty)
        settings.others = [OtherRendering(media: clip, rate: PlaybackRate(1, 2))]
        let against = try ComparisonPlan(input: clip, composition: composition, settings: settings)
        #expect(against.warnings.map { $0.contains("the pitch of source.wav") } == (isAsIs ? [] : [true]))
    }

    /// As long as they are in the clip, where that is less than half of the program.
    @Test(arguments: [8_000, 44_100, 48_000])
    func `Ramps of the test program last as long as those of the clip`(sampleRate: Int) throws {
        let clip = try audio(samples: Int64(sampleRate), sampleRate: sampleRate)
        var settings = ComparisonSettings()
        settings.rates = try rates("1")
        settings.algorithms = [.varispeed]
        var composition = try Composition(whole: clip)
        // The mean of the rates is 3/4: 0.4 s.
        try composition.apply([Edit(parsing: "0.2s..0.5s@1..1/2")])
        let plan = try ComparisonPlan(input: clip, composition: composition, settings: settings)
        let map = try TestProgram(sampleRate: sampleRate).map(resembling: plan.sections[0].map)
        let ramps = map.pieces.filter { !$0.curve.isConstant }
        #expect(!ramps.isEmpty)
        #expect(ramps.allSatisfy { abs($0.length / Double(sampleRate) - 0.4) < 0.001 })
    }

    @Test func `Edits may last longer than 64 bits count`() throws {
        let clip = try audio()
        var composition = try Composition(whole: clip)
        try composition.insertGap(TimeRange(start: .zero, duration: RationalTime(1 << 55, 1)))
        let error = #expect(throws: ComparisonError.self) {
            _ = try ComparisonPlan(input: clip, composition: composition)
        }
        #expect(error?.code == .tooLong)
    }

    @Test func `More than a browser holds is refused`() throws {
        var settings = ComparisonSettings()
        settings.rates = try rates("1/32")
        settings.algorithms = [.varispeed]
        let clip = try audio(samples: 48_000 * 300)
        let error = #expect(throws: ComparisonError.self) { _ = try plan(clip, settings) }
        #expect(error?.code == .tooLong)
    }

    /// Renderings at a high rate are short; what they are compared with is not.
    @Test func `A clip that is too long is refused at high rates, too`() throws {
        let clip = try audio()
        var composition = try Composition(whole: clip)
        try composition.insertGap(TimeRange(start: .zero, duration: RationalTime(10_000, 1)))
        var settings = ComparisonSettings()
        settings.rates = try rates("32")
        settings.algorithms = [.varispeed]
        let error = #expect(throws: ComparisonError.self) {
            _ = try ComparisonPlan(input: clip, composition: composition, settings: settings)
        }
        #expect(error?.code == .tooLong)
    }

    @Test func `Another program's file that is too long to be held is refused`() throws {
        var settings = ComparisonSettings()
        settings.algorithms = [.varispeed]
        // At the clip's sample rate it has 2100 s of 768 kB.
        let long = try audio("long", samples: 8_000 * 2_100, sampleRate: 8_000)
        settings.others = [OtherRendering(media: long, rate: PlaybackRate(1, 2))]
        let clip = try audio(samples: 192_000, sampleRate: 192_000)
        let error = #expect(throws: ComparisonError.self) { _ = try plan(clip, settings) }
        #expect(error?.code == .tooLong)
    }

    @Test(arguments: [4_000, 384_000])
    func `Audio that cannot be stretched is refused for that`(sampleRate: Int) throws {
        var bytes = try ScratchDirectory.bytes(of: try audio(samples: 4_000, sampleRate: 8_000).path)
        // The header's field of 32 bits.
        for place in 0..<4 { bytes[24 + place] = UInt8(sampleRate >> (8 * place) & 0xFF) }
        let clip = try MediaDescription(ofFile: try scratch.write(bytes, to: "odd.wav"))
        let error = #expect(throws: ComparisonError.self) { _ = try plan(clip, ComparisonSettings()) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("\(sampleRate) Hz") == true)
    }

    @Test(arguments: [([PitchAlgorithm.mute], "1/2"), ([.lowLatency], "1/4"), ([], "1/2")])
    func `Nothing to hear is refused`(algorithms: [PitchAlgorithm], rate: String) throws {
        var settings = ComparisonSettings()
        settings.rates = try rates(rate)
        settings.algorithms = algorithms
        let clip = try audio()
        let error = #expect(throws: ComparisonError.self) { _ = try plan(clip, settings) }
        #expect(error?.code == .settings)
    }

    @Test(
        arguments: [
            ([.sox], [], ": sox does not play rate 1/64"), ([], [], ""),
            ([], [.lowLatency], ": low-latency does not play rate 1/64; the nearest that it plays is 1/2"),
            (
                [.sox], [.lowLatency],
                ": low-latency does not play rate 1/64; the nearest that it plays is 1/2. sox does not play rate 1/64"
            ),
        ] as [([Peer], [PitchAlgorithm], String)]
    )
    func `Why there is nothing to compare is said of all`(
        peers: [Peer],
        algorithms: [PitchAlgorithm],
        reason: String
    ) throws {
        var settings = ComparisonSettings()
        settings.rates = try rates("1/64")
        settings.algorithms = algorithms
        settings.peers = peers
        let clip = try audio()
        let error = #expect(throws: ComparisonError.self) { _ = try plan(clip, settings) }
        #expect(error?.message == "there is nothing to compare at rate 1/64\(reason)")
    }

    @Test func `An algorithm that does not play the edits is not said to lack the rate`() throws {
        let clip = try audio()
        var settings = ComparisonSettings()
        settings.rates = try rates("1/4")
        settings.algorithms = [.varispeed, .lowLatency]
        var composition = try Composition(whole: clip)
        try composition.apply([Edit(parsing: "0s..@3")])
        let plan = try ComparisonPlan(input: clip, composition: composition, settings: settings)
        #expect(plan.sections[0].notes == ["low-latency does not play the rates of the edits."])
    }

    @Test(arguments: [(.h264, "1-2/video.mp4"), (.mjpeg, nil)] as [(Clip.FrameCodec, String?)])
    func `The video plays along where browsers play it`(codec: Clip.FrameCodec, file: String?) throws {
        var clip = Clip("mov", frames: 10, at: .fps(30), codec: codec)
        clip.audioTracks = [Clip.Audio("pcm_s16le", samples: 16_000)]
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        let plan = try plan(media, ComparisonSettings())
        #expect(plan.files.first { $0.contains("video") } == file)
        #expect(plan.warnings.isEmpty == (file != nil))
    }

    @Test func `A part without video is compared without it`() throws {
        var clip = Clip("mp4", frames: 10, at: .fps(30), codec: .h264)
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        var composition = Composition()
        let part = try TimeRange(start: RationalTime(1, 2), end: RationalTime(9, 10))
        try composition.insert(part, of: media.asset, at: .zero)
        let plan = try ComparisonPlan(input: media, composition: composition)
        #expect(!plan.files.contains { $0.contains("video") })
        #expect(plan.warnings == ["the page shows no video: there is none in what is compared"])
    }
}

extension Composition {
    /// A file from its beginning to its end.
    init(whole media: MediaDescription) throws {
        self.init()
        try insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
    }
}
