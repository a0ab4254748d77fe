import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// Where a container does not say when audio begins, audio that begins late has the silence before it, to the sample.
@Suite struct LateAudioTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let containers: [Container] = [.avi, .wav, .flac, .ogg]

    /// A second of frames, and audio from a quarter of a second on.
    private static var late: Clip {
        var clip = Clip("mov", frames: 60, at: .fps(60))
        clip.audioTracks = [Clip.Audio(samples: 36_000)]
        clip.audioTracks[0].start = 12_000
        return clip
    }

    private static func settings(for container: Container) -> ExportSettings {
        var settings = ExportSettings()
        settings.pitch = .varispeed
        if container == .avi { settings.timing = .constantFrameRate(.fps(60)) }
        // Its usual codec is not lossless.
        if container == .ogg { settings.audio = AudioEncoding(codec: .flac) }
        return settings
    }

    /// What a player gets that knows no start but zero.
    private func samples(of path: String) throws -> [Float] {
        let reader = try ClipReader(path)
        let index = try #require(reader.streams.firstIndex { $0.kind == .audio })
        let audio = try reader.audio(ofStream: index)
        #expect(audio.start == .zero)
        return audio.channels[0]
    }

    private func export(_ plan: ExportPlan) throws -> [Float] {
        let output = scratch.file("result.\(plan.container.rawValue)")
        let report = try Exporter(plan: plan).run(to: output, overwriting: true)
        let samples = try samples(of: output)
        // Frames may go on behind the audio.
        if plan.video == nil { #expect(report.duration == RationalTime(Int64(samples.count), 48_000)) }
        return samples
    }

    @Test(arguments: containers) func `It begins with the silence before it`(container: Container) throws {
        let path = try Self.late.write(to: scratch)
        var retime = Retime()
        retime.settings = Self.settings(for: container)
        let source = try samplesOfSource(path)
        let plan = try retime.plan(path, for: container)
        let track = try #require(plan.carried.first { $0.source.kind == .audio })
        let reason = "with the silence before it: \(container.rawValue) does not say when audio begins"
        #expect(track.reason.hasSuffix(reason))
        #expect(try export(plan) == Array(repeating: 0, count: 12_000) + source)
        // A part that begins within the silence, and one that begins within the audio.
        retime.trim = try TimeRange(start: RationalTime(1, 8), end: RationalTime(3, 4))
        #expect(
            try export(retime.plan(path, for: container)) == Array(repeating: 0, count: 6_000) + source[..<24_000]
        )
        retime.trim = try TimeRange(start: RationalTime(1, 2), end: RationalTime(3, 4))
        #expect(try export(retime.plan(path, for: container)) == Array(source[12_000..<24_000]))
    }

    @Test(arguments: containers) func `Retimed, it stays in step with the frames`(container: Container) throws {
        let path = try Self.late.write(to: scratch)
        var retime = Retime(.rate(1, 2))
        retime.settings = Self.settings(for: container)
        let samples = try export(retime.plan(path, for: container))
        #expect(samples.count == 96_000)
        // The click is half a second into the audio.
        let clicks = ClickFinder.clicks(in: samples, sampleRate: 48_000)
        try #require(clicks.count == 1)
        #expect(abs(clicks[0] - 1.5) < 0.0002)
    }

    @Test(arguments: containers) func `A silent clip is heard as silence before the next`(container: Container) throws {
        let paths = [
            try Clip("mp4", frames: 60, at: .fps(60)).write(to: scratch, as: "silent"),
            try Self.late.write(to: scratch, as: "late"),
        ]
        let media = try paths.map { try MediaDescription(ofFile: $0) }
        let composition = try Composition(media.map(\.asset))
        let plan = try ExportPlan(
            composition,
            of: media,
            settings: Self.settings(for: container),
            container: container
        )
        #expect(try export(plan) == Array(repeating: 0, count: 60_000) + samplesOfSource(paths[1]))
    }

    @Test(arguments: containers) func `A still picture before it is silent`(container: Container) throws {
        var clip = Self.late
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.apply([.hold(at: .zero, RationalTime(1, 2))])
        let plan = try ExportPlan(
            composition,
            of: [media],
            settings: Self.settings(for: container),
            container: container
        )
        #expect(try export(plan) == Array(repeating: 0, count: 24_000) + samplesOfSource(path))
    }

    /// A copy would begin at zero.
    @Test func `Audio that could be copied is encoded behind silence`() throws {
        var clip = Clip("avi", frames: 60, at: .fps(60), codec: .mjpeg)
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let paths = [
            try Clip("mp4", frames: 60, at: .fps(60)).write(to: scratch, as: "silent"),
            try clip.write(to: scratch, as: "copied"),
        ]
        let media = try paths.map { try MediaDescription(ofFile: $0) }
        let alone = try ExportPlan(
            Composition([media[1].asset]),
            of: [media[1]],
            settings: Self.settings(for: .avi),
            container: .avi
        )
        #expect(alone.carried.contains { if case .copy = $0.treatment { $0.source.kind == .audio } else { false } })
        let joined = try ExportPlan(
            Composition(media.map(\.asset)),
            of: media,
            settings: Self.settings(for: .avi),
            container: .avi
        )
        #expect(try export(joined) == Array(repeating: 0, count: 48_000) + samplesOfSource(paths[1]))
    }

    /// A small file would become tens of gigabytes of silence.
    @Test(arguments: containers) func `Days of silence are not made`(container: Container) throws {
        var clip = Self.late
        clip.audioTracks[0].start = 49 * 3600 * 48_000
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.settings = Self.settings(for: container)
        let error = #expect(throws: ExportError.self) { try retime.plan(path, for: container) }
        #expect(error?.code == .inputUnreadable)
        #expect(error?.message.hasPrefix("the audio begins 49 hours after the file does") ?? false)
        // A part that begins shortly before it has little silence.
        let start = RationalTime(49 * 3600 - 1, 1)
        retime.trim = try TimeRange(start: start, end: start + RationalTime(3, 2))
        // There is no frame, which AVI would have to hold.
        guard container != .avi else { return }
        let samples = try export(retime.plan(path, for: container))
        #expect(try samples == Array(repeating: 0, count: 48_000) + samplesOfSource(path)[..<24_000])
    }

    /// Where the container says when audio begins, nothing is put before it.
    @Test(arguments: ["mov", "mkv"]) func `Others say when it begins`(container: String) throws {
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let audio = try retime.result(of: Self.late, as: container, in: scratch).audio(ofStream: 1)
        #expect(audio.start == RationalTime(1, 4))
        #expect(audio.channels[0].count == 36_000)
    }

    private func samplesOfSource(_ path: String) throws -> [Float] {
        try ClipReader(path).audio(ofStream: 1).channels[0]
    }
}
