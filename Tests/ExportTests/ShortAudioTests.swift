import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Audio that ends before the video does.
@Suite struct ShortAudioTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Matroska says it in a tag.
    @Test(arguments: [("mov", "pcm_s16le"), ("mkv", "flac")])
    func `What is said of it ends with it`(container: String, encoder: String) throws {
        var clip = Clip(container, frames: 90, at: .fps(30))
        clip.audioTracks = [Clip.Audio(encoder, samples: 48_000)]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map { $0.range?.end.seconds.rounded() } == [3, 1])
        let end = try #require(media.tracks[1].range?.end)
        #expect(abs(end.seconds - 1) <= 0.001)
        // What is copied or rendered is all there is, as before.
        for rate in [PlaybackRate.normal, .rate(1, 2)] {
            let result = scratch.file("\(rate == .normal ? "whole" : "slow").mov")
            var retime = Retime(rate)
            retime.settings.audio = AudioEncoding(codec: .pcm)
            try retime.run(path, to: result)
            let samples = try ClipReader(result).audio(ofStream: 1).channels[0]
            #expect(samples.count == (rate == .normal ? 48_000 : 96_000))
        }
    }

    /// It begins before what is heard of it.
    @Test func `Opus of one packet is copied`() throws {
        let path = try Clip("mp4", audio: Clip.Audio("libopus", samples: 480)).write(to: scratch)
        let result = scratch.file("copy.mp4")
        try Retime().run(path, to: result)
        #expect(try ClipReader(result).packets[0].count == 1)
    }

    /// A wave that stops anywhere is heard as a click.
    @Test(arguments: [false, true]) func `What is cut fades out where only frames go on`(holds: Bool) throws {
        var clip = Clip("mov", frames: 60, at: .fps(60))
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, duration: RationalTime(1, 2)), of: media.asset, at: .zero)
        if holds { try composition.apply([.hold(at: RationalTime(1, 2), RationalTime(1, 2))]) }
        var settings = ExportSettings()
        settings.audio = AudioEncoding(codec: .pcm)
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mov)
        _ = try Exporter(plan: plan).run(to: scratch.file("cut.mov"))
        let samples = try ClipReader(scratch.file("cut.mov")).audio(ofStream: 1).channels[0]
        let source = try ClipReader(path).audio(ofStream: 1).channels[0]
        #expect(samples.count == 24_000)
        for index in 0..<24_000 {
            let level = holds ? min(1, Float(24_000 - index - 1) / 144) : 1
            try #require(abs(samples[index] - level * source[index]) < 0.0001, "sample \(index)")
        }
    }

    @Test(arguments: ["wav", "m4a"]) func `A pause at the end of audio alone is silence`(container: String) throws {
        let path = try Clip("wav", audio: Clip.Audio(samples: 24_000)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.apply([.hold(at: RationalTime(1, 2), RationalTime(1, 2))])
        #expect(composition.duration == RationalTime(1, 1))
        let output = scratch.file("out.\(container)")
        let target = try #require(Container(rawValue: container))
        var exporter = Exporter(plan: try ExportPlan(composition, of: [media], container: target))
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        #expect(abs(samples.count - 48_000) <= (container == "m4a" ? 1024 : 0))
        #expect(samples.dropFirst(26_000).allSatisfy { abs($0) < 1e-3 })
    }

    @Test func `A pause at the end is repeated with what comes before it`() throws {
        let path = try Clip("wav", audio: Clip.Audio(samples: 24_000)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        let all = try TimeRange(start: .zero, end: RationalTime(1, 2))
        try composition.apply([.hold(at: RationalTime(1, 2), RationalTime(1, 4)), .repetition(all, 2)])
        #expect(composition.duration == RationalTime(3, 2))
        let output = scratch.file("out.wav")
        _ = try Exporter(plan: try ExportPlan(composition, of: [media], container: .wav)).run(to: output)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        #expect(samples.count == 72_000)
        for pause in [25_000..<35_000, 61_000..<72_000] { #expect(samples[pause].allSatisfy { abs($0) < 1e-3 }) }
        #expect(samples[40_000..<58_000].contains { abs($0) > 1e-2 })
    }

    /// Where audio ends before the last packet of Ogg begins, libavformat says that the packet lasts 2³² - 124 samples.
    @Test(arguments: [24, 132]) func `Vorbis that is shorter than a packet ends where it does`(count: Int64) throws {
        var clip = Clip("mov", frames: 3, at: .fps(30))
        clip.audioTracks = [Clip.Audio(samples: count)]
        var retime = Retime()
        retime.settings.audio = AudioEncoding(codec: .vorbis)
        let path = scratch.file("short.ogg")
        #expect(try retime.run(clip.write(to: scratch), to: path).duration <= RationalTime(count + 1, 48_000))
        for container in ["ogg", "mka", "mp4"] {
            let copy = try Retime().run(path, to: scratch.file("copy.\(container)"))
            #expect(copy.duration < RationalTime(1, 20), "\(container)")
        }
    }
}
