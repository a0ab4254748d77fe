import Composition
import FFmpeg
import MediaFormats
import MediaTime
import RandomNumbers
import Synchronization
import TestSupport
import Testing

@testable import Export

/// Parts of clips whose audio is copied: what is heard is the source's, sample by sample.
@Suite struct AudioCopyTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A codec in a container, and by how much a decoder may differ that begins in the middle.
    struct Kind: Sendable, CustomTestStringConvertible {
        let encoder: String
        let container: String
        var sampleRate = 48_000
        var tolerance: Float = 0

        var testDescription: String { "\(encoder) in \(container)" }
    }

    static let kinds = [
        Kind(encoder: "aac", container: "mp4"), Kind(encoder: "aac", container: "mov", sampleRate: 44_100),
        Kind(encoder: "libmp3lame", container: "mp4"),
        Kind(encoder: "libmp3lame", container: "mov", sampleRate: 22_050),
        Kind(encoder: "flac", container: "mp4"), Kind(encoder: "alac", container: "mov"),
        Kind(encoder: "pcm_s16le", container: "mov", sampleRate: 44_100),
        // Noise that fills bits is another one.
        Kind(encoder: "ac3", container: "mp4", tolerance: 0.006),
        // After 80 ms decoders are only close to one another.
        Kind(encoder: "libopus", container: "mp4", tolerance: 0.01),
    ]

    /// libavformat writes these, too, and nothing can decode them.
    @Test(arguments: ["aac", "libvorbis", "flac"]) func `WAV holds PCM`(encoder: String) throws {
        let path = try Clip("mkv", audio: Clip.Audio(encoder, samples: 48_000)).write(to: scratch)
        let output = scratch.file("result.wav")
        try Retime().run(path, to: output)
        let result = try ClipReader(output)
        #expect(result.streams[0].parameters.codecName.hasPrefix("pcm_"))
        // Matroska may not say how much of the last packet is heard.
        #expect(abs(try result.audio(ofStream: 0).channels[0].count - 48_000) <= 2048)
    }

    @Test(arguments: [("aac", "mp4"), ("aac", "m4a"), ("libmp3lame", "mov"), ("libmp3lame", "mp3")], ["mka", "mkv"])
    func `What is hidden before audio is not heard in Matroska`(source: (String, String), container: String) throws {
        let audio = Clip.Audio(source.0, samples: 96_000)
        var clip = Clip(source.1, audio: audio)
        if container == "mkv", source.1 != "m4a", source.1 != "mp3" {
            clip.frames = Clip.Frames(count: 60, frameRate: .fps(30))
        }
        let path = try clip.write(to: scratch)
        let output = scratch.file("result.\(container)")
        try Retime().run(path, to: output)
        let result = try ClipReader(output)
        let stream = try #require(result.streams.firstIndex { $0.kind == .audio })
        #expect(result.streams[stream].parameters.codecName == "flac")
        let heard = try result.audio(ofStream: stream)
        #expect(heard.start == .zero)
        let found = ClickFinder.clicks(in: heard.channels[0], sampleRate: 48_000)
        try #require(found.count == audio.clicks.count)
        // MP3 blurs what is sharp.
        for (found, click) in zip(found, audio.clicks) { #expect(abs(found - click) < 0.001) }
        if clip.frames != nil { #expect(try result.frames().first?.time == .zero) }
    }

    @Test(arguments: [("aac", "mkv"), ("flac", "mp4"), ("libopus", "mp4"), ("libvorbis", "ogg"), ("ac3", "mkv")])
    func `What hides nothing is copied to Matroska`(encoder: String, container: String) throws {
        var clip = Clip(container, audio: Clip.Audio(encoder, samples: 48_000))
        if container == "mp4" { clip.options = [MetadataEntry(key: "strict", value: "experimental")] }
        let path = try clip.write(to: scratch)
        let plan = try Retime().plan(path, for: .mka)
        guard case .copy = plan.tracks[0].treatment else {
            Issue.record("\(plan.tracks[0].reason)")
            return
        }
    }

    @Test func `Ogg hides what is before Vorbis`() throws {
        let path = try Clip("ogg", audio: Clip.Audio("libvorbis", samples: 48_000)).write(to: scratch)
        let plan = try Retime().plan(path, for: .ogg)
        guard case .copy = plan.tracks[0].treatment else {
            Issue.record("\(plan.tracks[0].reason)")
            return
        }
    }

    /// The clip has 100,000 samples.
    private func clip(_ kind: Kind) throws -> String {
        var audio = Clip.Audio(kind.encoder, samples: 100_000)
        audio.sampleRate = kind.sampleRate
        audio.channels = 2
        // Noise in place of sound is another one each time that it is decoded.
        if kind.encoder == "aac" { audio.options = [MetadataEntry(key: "aac_pns", value: "0")] }
        var clip = Clip(kind.container, audio: audio)
        clip.options = [
            MetadataEntry(key: "movie_timescale", value: "\(kind.sampleRate)"),
            MetadataEntry(key: "strict", value: "experimental"),
        ]
        return try clip.write(to: scratch)
    }

    /// Exports a part in samples, and compares what is decoded with the source.
    private func expectSame(_ range: Range<Int64>, of path: String, _ source: ClipReader.DecodedAudio, _ kind: Kind)
        throws
    {
        let rate = Int32(kind.sampleRate)
        var retime = Retime()
        retime.trim = try TimeRange(
            start: RationalTime(range.lowerBound, rate),
            end: RationalTime(range.upperBound, rate)
        )
        let container = try #require(Container(forPath: path))
        let plan = try retime.plan(path, for: container)
        guard case .copy = plan.tracks[0].treatment else {
            // What is shorter than two packets is encoded.
            #expect(range.count <= 2 * 5760, "\(range): \(plan.tracks[0].reason)")
            return
        }
        let output = scratch.file("part.\(kind.container)")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let report = try exporter.run(to: output, overwriting: true)
        #expect(report.duration == RationalTime(Int64(range.count), rate))
        let result = try ClipReader(output)
        let part = try result.audio(ofStream: 0)
        #expect(part.start == .zero, "\(range)")
        for (channel, samples) in zip(source.channels, part.channels) {
            let wanted = channel[Int(range.lowerBound)..<min(Int(range.upperBound), channel.count)]
            #expect(samples.count == wanted.count, "\(range)")
            let worst = zip(samples, wanted).map { abs($0 - $1) }.max() ?? 0
            #expect(worst <= kind.tolerance, "\(range)")
        }
        // Nothing is copied that decoders do not need.
        let payloads = Set(try ClipReader(path).packets[0].map(\.payload))
        #expect(result.packets[0].allSatisfy { payloads.contains($0.payload) } || kind.encoder.hasPrefix("pcm"))
    }

    @Test(arguments: kinds) func `A part of copied audio is the source's, sample by sample`(kind: Kind) throws {
        let path = try clip(kind)
        let source = try ClipReader(path).audio(ofStream: 0)
        let count = Int64(source.channels[0].count)
        #expect(count >= 100_000)
        var ranges: [Range<Int64>] = [
            // From within the first packet, up to within the last, within one packet, over a packet's end, and at packets' ends.
            500..<20_000, 70_001..<99_999, 50_100..<50_400, 51_100..<51_300, 40_960..<61_440, 1..<2, 0..<777,
        ]
        var random = SplitMix64(seed: 14)
        for _ in 0..<20 {
            let start = Int64.random(in: 0..<99_000, using: &random)
            ranges.append(start..<Int64.random(in: start + 1...100_000, using: &random))
        }
        for range in ranges { try expectSame(range, of: path, source, kind) }
    }

    /// libavformat gives packets of audio no durations there.
    @Test(arguments: ["empty_moov+default_base_moof+frag_keyframe", "frag_keyframe"])
    func `A part of a movie in fragments ends at its sample`(flags: String) throws {
        var clip = Clip("mp4", frames: 240, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        clip.options = [MetadataEntry(key: "movflags", value: flags)]
        let path = try clip.write(to: scratch)
        for end in [Int64(133), 160, 201] {
            var retime = Retime()
            retime.trim = try TimeRange(start: RationalTime(41, 120), end: RationalTime(end, 120))
            let plan = try retime.plan(path, for: .mp4)
            guard case .copy = plan.tracks[1].treatment else {
                Issue.record("\(plan.tracks[1].reason)")
                continue
            }
            let output = scratch.file("part\(end).mp4")
            #expect(try Exporter(plan: plan).run(to: output).duration == RationalTime(end - 41, 120))
            let duration = try MediaDescription(ofFile: output).tracks[1].range?.duration
            #expect(duration == RationalTime(end - 41, 120))
        }
    }

    /// Of audio that begins late, libavformat does not say how long the last packet is.
    @Test(arguments: [Int64(110), 190]) func `A part ends with audio that ends before it`(first: Int64) throws {
        var clip = Clip("mp4", frames: 240, at: .fps(120))
        var audio = Clip.Audio("aac", samples: 50_000)
        audio.start = 36_000
        clip.audioTracks = [audio]
        let path = try clip.write(to: scratch)
        let end = try #require(try MediaDescription(ofFile: path).tracks[1].range?.end)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(first, 120), end: RationalTime(239, 120))
        let output = scratch.file("part.mp4")
        try retime.run(path, to: output)
        let range = try #require(try MediaDescription(ofFile: output).tracks[1].range)
        #expect(try range.end == end - RationalTime(first, 120))
    }

    @Test func `Beside exact video, audio is copied and stays in step with it`() throws {
        var clip = Clip("mp4", frames: 240, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        let path = try clip.write(to: scratch)
        for isExact in [true, false] {
            var retime = Retime()
            retime.isExact = isExact
            retime.trim = try TimeRange(start: RationalTime(41, 120), end: RationalTime(200, 120))
            let plan = try retime.plan(path, for: .mp4)
            guard case .copy = plan.tracks[1].treatment else {
                Issue.record("\(plan.tracks[1].reason)")
                continue
            }
            let output = scratch.file("part.mp4")
            var exporter = Exporter(plan: plan)
            exporter.verification = .decode
            let report = try exporter.run(to: output, overwriting: true)
            #expect(report.frames.shown == 159)
            let result = try ClipReader(output)
            let frames = try result.frames()
            #expect(frames.map(\.number) == (41..<200).map { $0 })
            let audio = try result.audio(ofStream: 1)
            #expect(audio.channels[0].count == 159 * 400)
            #expect(try audio.start == #require(frames.first).time)
            let source = try ClipReader(path).audio(ofStream: 1).channels[0]
            #expect(audio.channels[0] == Array(source[41 * 400..<200 * 400]))
        }
    }

    /// The muxer puts its packets together anew.
    @Test func `A part of E-AC-3 is encoded, and all of it is copied`() throws {
        let path = try Clip("mp4", audio: Clip.Audio("eac3", samples: 96_000)).write(to: scratch)
        var retime = Retime()
        guard case .copy = try retime.plan(path, for: .mp4).tracks[0].treatment else {
            Issue.record("all of it is encoded")
            return
        }
        retime.trim = try TimeRange(start: RationalTime(1, 3), end: RationalTime(1, 1))
        guard case .encodeAudio = try retime.plan(path, for: .mp4).tracks[0].treatment else {
            Issue.record("a part is copied")
            return
        }
    }

    /// Parts that lead to one another are one; a jump is none.
    @Test func `Audio with a jump, another codec or another rate is encoded`() throws {
        let path = try Clip("mp4", audio: Clip.Audio("aac", samples: 96_000)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        func treatment(_ edit: (inout Composition) throws -> Void, _ settings: ExportSettings = ExportSettings()) throws
            -> TrackPlan.Treatment
        {
            var composition = Composition()
            try edit(&composition)
            return try ExportPlan(composition, of: [media], settings: settings, container: .mp4).tracks[0].treatment
        }
        func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
            try TimeRange(start: RationalTime(start, 10), end: RationalTime(end, 10))
        }
        func isCopy(_ treatment: TrackPlan.Treatment) -> Bool { if case .copy = treatment { true } else { false } }
        let continued = try treatment { composition in
            try composition.insert(range(3, 7), of: media.asset, at: .zero)
            try composition.insert(range(7, 12), of: media.asset, at: RationalTime(4, 10))
        }
        #expect(isCopy(continued))
        let jump = try treatment { composition in
            try composition.insert(range(3, 7), of: media.asset, at: .zero)
            try composition.insert(range(9, 12), of: media.asset, at: RationalTime(4, 10))
        }
        #expect(!isCopy(jump))
        var settings = ExportSettings()
        settings.audio = AudioEncoding(codec: .aac)
        #expect(!isCopy(try treatment({ try $0.insert(range(3, 7), of: media.asset, at: .zero) }, settings)))
        let slow = try treatment { composition in
            try composition.insert(range(3, 7), of: media.asset, at: .zero)
            try composition.scale(by: .rate(1, 2))
        }
        #expect(!isCopy(slow))
    }

    @Test(arguments: [Verification.index, .decode]) func `A packet at another instant is found`(_ kind: Verification)
        throws
    {
        let path = try Clip("mov", audio: Clip.Audio("aac", samples: 96_000)).write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(1, 2), end: RationalTime(3, 2))
        for wrong in [0, 20] {
            // In the index all instants follow from how long packets last: only what is wrong at the beginning is seen there.
            if kind == .index, wrong > 0 { continue }
            var exporter = Exporter(plan: try retime.plan(path, for: .mp4))
            exporter.verification = kind
            let number = Mutex(0)
            exporter.fault = { packet in
                number.withLock { number in
                    defer { number += 1 }
                    if number >= wrong {
                        packet.pts = packet.pts.map { $0 + 100 }
                        packet.dts = packet.dts.map { $0 + 100 }
                    }
                    return true
                }
            }
            let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("part.mp4")) }
            #expect(error?.code == .outputDiffers)
        }
    }

    @Test(arguments: ["wav", "flac", "m4a", "mka"])
    func `What is muted at the end of audio alone is silence`(container: String) throws {
        let path = try Clip("wav", audio: Clip.Audio(samples: 48_000)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        let half = RationalTime(1, 2)
        var composition = try Composition([media.asset])
        try composition.apply([.reverse(try TimeRange(start: half, end: RationalTime(1, 1)), .normal)])
        var settings = ExportSettings()
        settings.mutesReversed = true
        let output = scratch.file("out.\(container)")
        let target = try #require(Container(rawValue: container))
        var exporter = Exporter(plan: try ExportPlan(composition, of: [media], settings: settings, container: target))
        exporter.verification = .decode
        let report = try exporter.run(to: output)
        let tolerance = container == "m4a" ? 0.025 : 0
        #expect(abs(report.duration.seconds - 1) <= tolerance)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        #expect(abs(Double(samples.count) - 48_000) <= tolerance * 48_000)
        #expect(samples.dropFirst(26_000).allSatisfy { abs($0) < 1e-3 })
        #expect(samples.prefix(24_000).contains { abs($0) > 0.01 })
    }
}
