import Composition
import Export
import FFmpeg
import FoundationEssentials
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Comparison

/// What a comparison writes, read back and measured anew.
@Suite struct ComparisonRunnerTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A low rate makes the test program short.
    private func clip(_ container: String = "wav") throws -> MediaDescription {
        var audio = Clip.Audio(samples: 16_001)
        audio.sampleRate = 8_000
        audio.channels = 2
        return try MediaDescription(ofFile: try Clip(container, audio: audio).write(to: scratch))
    }

    private func compare(
        _ media: MediaDescription,
        overwriting: Bool = false,
        into name: String = "out",
        edits: [String] = [],
        _ change: (inout ComparisonSettings) throws -> Void = { _ in }
    ) throws -> ComparisonReport {
        var settings = ComparisonSettings()
        settings.rates = [PlaybackRate(2, 3)]
        settings.algorithms = [.timeDomain, .varispeed]
        try change(&settings)
        var composition = try Composition(whole: media)
        try composition.apply(edits.map(Edit.init(parsing:)))
        let plan = try ComparisonPlan(input: media, composition: composition, settings: settings)
        return try ComparisonRunner(plan: plan).run(to: scratch.file(name), overwriting: overwriting)
    }

    private func read(_ file: String, in directory: String = "out") throws -> AudioSamples {
        try AudioFile.read(scratch.file("\(directory)/\(file)"))
    }

    /// Whether they are the same but for the rounding to 24 bits: to a microsecond.
    private func isClose(_ a: Measurements.Sync?, _ b: Measurements.Sync?) throws -> Bool {
        let (a, b) = (try #require(a), try #require(b))
        return abs(a.worstMilliseconds - b.worstMilliseconds) < 0.001
            && abs(a.meanMilliseconds - b.meanMilliseconds) < 0.001
    }

    @Test func `The table agrees with the files`() throws {
        let report = try compare(try clip())
        let source = try read(report.source)
        #expect(source.frameCount == 16_001)
        let map = SampleMap.constant(PlaybackRate(2, 3))
        let program = TestProgram(sampleRate: 8_000)
        for rendering in try #require(report.rates.first).renderings {
            let audio = try read(rendering.audio)
            #expect(audio.frameCount == rendering.samples)
            #expect(rendering.samples == 24_002)
            #expect(rendering.lengthErrorSamples == 0)
            #expect(try Loudness.integrated(of: audio) == rendering.loudness)
            let similarity = try SelfSimilarity(of: audio.samples, to: source.samples, through: map, sampleRate: 8_000)
            #expect(similarity == rendering.similarity)
            // 24 bits of the program's rendering are on file.
            let played = try read(try #require(rendering.program))
            let again = try program.measure(rendering: played.samples, through: map)
            let first = try #require(rendering.measurements)
            #expect(again.lengthErrorSamples == first.lengthErrorSamples)
            #expect(again.events == first.events)
            #expect(try isClose(again.sync, first.sync))
            for (one, other) in zip(again.tones, first.tones) {
                #expect(abs(one.sinadDecibels - other.sinadDecibels) < 0.01)
            }
            // Memory is the whole process's, which other tests use as well: the command's tests look at it.
            #expect(rendering.cost.map { $0.cpuSecondsPerSecond > 0 } == true)
        }
    }

    @Test func `results.json is the report, and lists every file`() throws {
        let report = try compare(try clip())
        let bytes = try ScratchDirectory.bytes(of: scratch.file("out/results.json"))
        let stored = try JSONDecoder().decode(ComparisonReport.self, from: Data(bytes))
        #expect(stored.generator == "overcrank compare")
        #expect(stored.files == report.files)
        var files: [String] = []
        for folder in ["", "2-3/"] {
            files += try FileManager.default.contentsOfDirectory(atPath: scratch.file("out/\(folder)"))
                .filter { $0.contains(".") }.map { folder + $0 }
        }
        #expect(files.sorted() == report.files.sorted())
    }

    @Test func `Levels are matched to the softest one where that is asked for`() throws {
        let report = try compare(try clip()) { $0.matchesLevels = true }
        let renderings = try #require(report.rates.first).renderings
        for rendering in renderings {
            let loudness = try #require(try Loudness.integrated(of: try read(rendering.audio)))
            #expect(abs(loudness - (try #require(rendering.loudness))) < 0.11)
            #expect(abs(loudness - (try #require(renderings[0].loudness))) < 0.11)
            #expect(rendering.matchingGainDecibels == 0)
        }
    }

    @Test func `Another program's rendering of the program is measured like ours`() throws {
        let first = try compare(try clip())
        let rendering = try #require(first.rates.first?.renderings.first)
        let other = try MediaDescription(ofFile: scratch.file("out/\(try #require(rendering.program))"))
        let program = try MediaDescription(ofFile: scratch.file("out/program.wav"))
        let report = try compare(program, into: "again") { settings in
            settings.algorithms = [.varispeed]
            settings.others = [OtherRendering(media: other)]
        }
        #expect(report.inputIsProgram)
        let row = try #require(report.rates.first?.renderings.last)
        #expect(row.algorithm == nil)
        #expect(row.cost == nil)
        #expect(row.lengthErrorSamples == 0)
        #expect(row.measurements?.events == rendering.measurements?.events)
        #expect(try isClose(row.measurements?.sync, rendering.measurements?.sync))
    }

    @Test func `Another program's rendering of a clip is heard and seen, not measured`() throws {
        let media = try clip()
        let first = try compare(media)
        let other = try MediaDescription(ofFile: scratch.file("out/\(first.rates[0].renderings[0].audio)"))
        let report = try compare(media, into: "again") { $0.others = [OtherRendering(media: other)] }
        #expect(!report.inputIsProgram)
        let row = try #require(report.rates.first?.renderings.last)
        #expect(row.measurements == nil)
        #expect(row.similarity == first.rates[0].renderings[0].similarity)
        #expect(try read(row.audio, in: "again").samples == read(first.rates[0].renderings[0].audio).samples)
    }

    /// `low-latency` plays 1/2, and not 1/4.
    @Test func `The cost of an algorithm is measured at the rates that it plays`() throws {
        let report = try compare(try clip(), edits: ["0s..@2"]) { settings in
            settings.rates = [PlaybackRate(1, 4)]
            settings.algorithms = [.lowLatency]
        }
        #expect(report.rates[0].renderings.map(\.samples) == [32_002])
        #expect(report.rates[0].renderings.allSatisfy { $0.cost.map { $0.latencyMilliseconds > 1 } == true })
    }

    @Test func `Only what a comparison made is replaced`() throws {
        let media = try clip()
        _ = try compare(media)
        func code() throws -> ComparisonError.Code? {
            #expect(throws: ComparisonError.self) { _ = try compare(media, overwriting: true) }?.code
        }
        let refused = #expect(throws: ComparisonError.self) { _ = try compare(media) }
        #expect(refused?.code == .outputExists)
        _ = try compare(media, overwriting: true)
        // What it made may be what the next one compares.
        let source = try MediaDescription(ofFile: scratch.file("out/source.wav"))
        let (made, others) = (scratch.file("out/source.wav"), [OtherRendering(media: source, rate: PlaybackRate(2, 3))])
        for (media, others) in [(source, []), (media, others)] {
            let error = #expect(throws: ComparisonError.self) {
                _ = try compare(media, overwriting: true) { $0.others = others }
            }
            #expect(error?.code == .outputNotReplaceable)
            #expect(error?.message == "\(scratch.file("out")) holds the input \(made): it would be destroyed")
        }
        _ = try scratch.write(Array("mine".utf8), to: "out/2-3/mine.wav")
        #expect(try code() == .outputNotReplaceable)
        #expect(try ScratchDirectory.bytes(of: scratch.file("out/2-3/mine.wav")) == Array("mine".utf8))
        try FileManager.default.removeItem(atPath: scratch.file("out/2-3/mine.wav"))
        try FileManager.default.removeItem(atPath: scratch.file("out/results.json"))
        #expect(try code() == .outputNotReplaceable)
        #expect(try scratch.contents == ["clip.wav", "out"])
    }

    @Test func `Given up, it leaves nothing`() throws {
        let media = try clip()
        let plan = try ComparisonPlan(input: media, composition: try Composition(whole: media))
        let cancellation = Cancellation()
        cancellation.cancel()
        let error = #expect(throws: ComparisonError.self) {
            _ = try ComparisonRunner(plan: plan).run(to: scratch.file("out"), cancellation: cancellation)
        }
        #expect(error?.code == .cancelled)
        #expect(error?.message == "interrupted; nothing was written to \(scratch.file("out"))")
        #expect(try scratch.contents == ["clip.wav"])
    }

    @Test func `Silence is compared too`() throws {
        let silence = AudioSamples(
            PlanarSamples(channelCount: 1, frameCount: 4_000),
            sampleRate: 8_000,
            .init(channelCount: 1)
        )
        try AudioFile.write(silence, to: scratch.file("silence.wav"), as: .wav)
        let report = try compare(try MediaDescription(ofFile: scratch.file("silence.wav")))
        let rendering = try #require(report.rates.first?.renderings.first)
        #expect(rendering.loudness == nil)
        #expect(rendering.matchingGainDecibels == 0)
        #expect(rendering.measurements?.events != nil)
    }
}
