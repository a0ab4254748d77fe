import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Streams whose coding changes on the way, as where recordings were joined byte by byte.
@Suite struct CodingChangeTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Two seconds of audio, and two of another kind behind it.
    private func joined(_ container: String, channels: Int = 2, sampleRate: Int = 48_000) throws -> String {
        var bytes: [UInt8] = []
        for (index, kind) in [(2, 48_000), (channels, sampleRate)].enumerated() {
            var audio = Clip.Audio(Self.encoders[container] ?? "aac", samples: Int64(2 * kind.1))
            (audio.channels, audio.sampleRate) = kind
            let clip = Clip(container, audio: audio)
            bytes += try ScratchDirectory.bytes(of: clip.write(to: scratch, as: "part\(index)"))
        }
        return try scratch.write(bytes, to: "joined.\(container)")
    }

    private static let encoders = ["ogg": "libvorbis", "opus": "libopus"]

    /// How long the audio of a file is once it is decoded, in seconds.
    private func decodedSeconds(_ path: String) throws -> Double {
        let audio = try ClipReader(path).audio(ofStream: 0)
        return Double(audio.channels[0].count) / Double(audio.sampleRate)
    }

    @Test(arguments: ["aac", "ts"], [(6, 48_000), (2, 44_100), (2, 32_000), (1, 48_000)])
    func `AAC whose headers change is encoded, because a copy describes it in one way`(
        container: String,
        other: (channels: Int, sampleRate: Int)
    ) throws {
        let path = try joined(container, channels: other.channels, sampleRate: other.sampleRate)
        let track = try #require(try MediaDescription(ofFile: path).tracks.first { $0.kind == .audio })
        #expect(track.changesCoding)
        #expect(try MediaInspection(ofFile: path).findings.contains { $0.kind == .changesCoding })
        for name in ["result.mp4", "result.mka"] {
            let plan = try Retime().plan(path, for: try #require(Container(forPath: name)))
            let audio = try #require(plan.tracks.first { $0.source.kind == .audio })
            guard case .encodeAudio = audio.treatment else {
                Issue.record("\(audio.treatment)")
                return
            }
            #expect(audio.reason.hasPrefix("encoded anew, as its coding changes on the way"))
            let result = scratch.file(name)
            _ = try Exporter(plan: plan).run(to: result)
            #expect(abs(try decodedSeconds(result) - 4) < 0.15)
        }
    }

    @Test(arguments: ["aac", "ts"]) func `AAC whose headers stay the same is copied`(container: String) throws {
        let path = try joined(container)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.allSatisfy { !$0.changesCoding })
        let plan = try Retime().plan(path, for: .mkv)
        guard case .copy = plan.tracks[0].treatment else {
            Issue.record("\(plan.tracks[0].treatment)")
            return
        }
    }

    @Test(arguments: ["ogg", "opus"]) func `Every link of a chain of Ogg is played behind the one before it`(
        container: String
    ) throws {
        let path = try joined(container, sampleRate: 48_000)
        let media = try MediaDescription(ofFile: path)
        #expect(media.clockRestarts == 1)
        #expect(abs(media.asset.duration.seconds - 4) < 0.05)
        let whole = scratch.file("whole.wav")
        let report = try Retime().run(path, to: whole)
        #expect(report.damageCount == 0)
        #expect(abs(try decodedSeconds(whole) - 4) < 0.05)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(3, 2), end: RationalTime(3, 1))
        let part = scratch.file("part.wav")
        try retime.run(path, to: part)
        #expect(abs(try decodedSeconds(part) - 1.5) < 0.001)
        let copied = scratch.file("whole.mka")
        try Retime().run(path, to: copied)
        #expect(abs(try decodedSeconds(copied) - 4) < 0.05)
    }

    @Test func `One link is no chain`() throws {
        let path = try Clip("ogg", audio: Clip.Audio("libvorbis", samples: 96_000)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.clockRestarts == 0)
        #expect(!media.tracks[0].changesCoding)
    }

    // MARK: Frames

    /// 24 frames of 320x180, and 36 of another kind.
    private func frames(
        _ container: String,
        _ codec: Clip.FrameCodec,
        _ change: (inout Clip.Frames) -> Void
    ) throws -> String {
        let paths = try [24, 36].enumerated().map { index, count in
            var clip = Clip(codec == .mjpeg ? "mkv" : "ts", frames: count, at: .fps(25), codec: codec)
            clip.frames?.repeatsHeaders = true
            clip.frames?.bFrames = 0
            if index == 1, var frames = clip.frames {
                change(&frames)
                clip.frames = frames
            }
            return try clip.write(to: scratch, as: "frames\(index)")
        }
        if container == "ts" {
            return try scratch.write(paths.flatMap { try ScratchDirectory.bytes(of: $0) }, to: "joined.ts")
        }
        let path = scratch.file("joined.\(container)")
        let readers = try paths.map(ClipReader.init)
        try readers[0].write(to: path, presentedEvery: TimeBase(1, 25), followedBy: readers.dropFirst())
        return path
    }

    /// The sizes of all frames, those that follow one another together.
    private func sizes(_ path: String) throws -> [String] {
        var sizes: [String] = []
        try ClipReader(path).decode(0) { frame in
            let size = "\(frame.width)x\(frame.height)"
            if sizes.last != size { sizes.append(size) }
        }
        return sizes
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc], ["mp4", "mkv", "ts"])
    func `Frames that change their size are named, and copied so`(
        codec: Clip.FrameCodec,
        container: String
    ) throws {
        let path = try frames(container, codec) { ($0.width, $0.height) = (480, 360) }
        let findings = try MediaInspection(ofFile: path).findings.map(\.description)
        #expect(findings.contains("has frames that change on the way: 320x180, then 480x360"))
        let output = scratch.file("whole.mkv")
        try Retime().run(path, to: output)
        #expect(try sizes(output) == ["320x180", "480x360"])
        let encoded = try Retime(to: .fps(25)).plan(path, for: .mkv)
        let text = "320x180, then 480x360): encoded, all become as large as the first"
        #expect(encoded.warnings.contains { $0.contains(text) })
        if container == "ts" {
            let copied = try Retime().plan(path, for: .mkv)
            #expect(copied.warnings.contains { $0.contains("320x180, then 480x360): copied, they stay so") })
        }
    }

    /// At the source's own rate, no other reason makes a plan read a file that states how long its tracks are.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc, .mjpeg], ["mp4", "mkv"])
    func `That frames become as large as the first is said where they are encoded`(
        codec: Clip.FrameCodec,
        container: String
    ) throws {
        let path = try frames(container, codec) { ($0.width, $0.height) = (480, 360) }
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        let text =
            "320x180, then 480x360): encoded, all become as large as the first, with bars beside those of another shape"
        func warned(_ retime: Retime) throws -> Int {
            try retime.plan(path, for: .mkv).warnings.count { $0.contains(text) }
        }
        #expect(try warned(retime) == 1)
        retime.isExact = true
        #expect(try warned(retime) == 1)
        // Of what is played: up to a frame of the first size, and from one of the other on.
        retime.trim = try TimeRange(start: .zero, end: RationalTime(20, 25))
        #expect(try warned(retime) == 0)
        retime.trim = try TimeRange(start: RationalTime(30, 25), end: RationalTime(40, 25))
        #expect(try warned(retime) == 1)
    }

    @Test func `Frames of another size and the same shape get no bars`() throws {
        let path = try frames("mp4", .h264) { ($0.width, $0.height) = (640, 360) }
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        let warnings = try retime.plan(path, for: .mkv).warnings
        #expect(warnings.contains { $0.hasSuffix("320x180, then 640x360): encoded, all become as large as the first") })
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc], ["mp4", "mkv"])
    func `Frames next to a cut are not encoded in another size than those beside them`(
        codec: Clip.FrameCodec,
        container: String
    ) throws {
        let path = try frames(container, codec) { ($0.width, $0.height) = (480, 360) }
        // Within the second part, from frame 29 on, and up to one that is no key frame.
        for (first, end) in [(29, 60), (12, 57)] as [(Int64, Int64)] {
            var retime = Retime()
            retime.isExact = true
            retime.trim = try TimeRange(start: RationalTime(first, 25), end: RationalTime(end, 25))
            let output = scratch.file("part.\(container)")
            let plan = try retime.plan(path, for: try #require(Container(forPath: path)))
            let report = try Exporter(plan: plan).run(to: output, overwriting: true)
            #expect(report.frames.shown == end - first)
            // A copy of whole frames of both sizes, or all encoded in one.
            let shown = try sizes(output)
            if case .copy = plan.video?.treatment { continue }
            #expect(shown.count == 1, "\(shown)")
        }
        // Where all of it is of the first size, it is as ever.
        var retime = Retime()
        retime.isExact = true
        retime.trim = try TimeRange(start: RationalTime(5, 25), end: RationalTime(24, 25))
        let plan = try retime.plan(path, for: try #require(Container(forPath: path)))
        guard case .stitch = plan.video?.treatment else {
            Issue.record("\(String(describing: plan.video?.treatment))")
            return
        }
    }

    /// Another header stands before the second part, as where streamers change their settings.
    @Test func `FLV whose headers change is encoded, because a copy has only one`() throws {
        let parts = try [(320, 180), (480, 272)].enumerated().map { index, size in
            var clip = Clip("flv", frames: 24, at: .fps(25))
            clip.frames?.width = size.0
            clip.frames?.height = size.1
            clip.frames?.bFrames = 0
            return try ScratchDirectory.bytes(of: clip.write(to: scratch, as: "part\(index)"))
        }
        let path = try scratch.write(parts[0] + Self.laterTags(of: parts[1], by: 960), to: "joined.flv")
        let findings = try MediaInspection(ofFile: path).findings
        #expect(findings.contains { $0.kind == .changesCoding })
        #expect(findings.map(\.description).contains("has frames that change on the way: 320x180, then 480x272"))
        for name in ["result.mp4", "result.mkv"] {
            let plan = try Retime().plan(path, for: try #require(Container(forPath: name)))
            #expect(plan.video?.reason == "its coding changes on the way")
            #expect(plan.warnings.contains { $0.contains("480x272): encoded, all become as large as the first") })
            let result = scratch.file(name)
            #expect(try Exporter(plan: plan).run(to: result).frames.shown == 48)
            #expect(try sizes(result) == ["320x180"])
        }
    }

    /// The tags of a file of FLV, behind its header, with later times in milliseconds (Adobe Flash Video File Format, E.4.1).
    private static func laterTags(of file: [UInt8], by delay: Int) -> [UInt8] {
        var file = file
        var tag = 13
        while tag + 15 <= file.count {
            let size = file[tag + 1..<tag + 4].reduce(0) { $0 << 8 | Int($1) }
            let time = file[tag + 4..<tag + 7].reduce(0) { $0 << 8 | Int($1) } + delay
            for place in 0..<3 { file[tag + 4 + place] = UInt8(truncatingIfNeeded: time >> (16 - 8 * place)) }
            tag += 15 + size
        }
        return Array(file[13...])
    }

    /// 320x240 of pixels 4:3 look like 320x180 of square ones: not the count of pixels decides, but the shape of what is seen.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc])
    func `Frames of other pixels keep the shape of what they show`(codec: Clip.FrameCodec) throws {
        let path = try frames("ts", codec) {
            ($0.width, $0.height) = (320, 240)
            $0.encoderOptions = codec == .h264 ? "sar=4/3" : "sar=4\\:3"
        }
        let findings = try MediaInspection(ofFile: path).findings.map(\.description)
        #expect(findings.contains("has frames that change on the way: 320x180, then 320x240 of pixels 4:3"))
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .ffv1)
        let output = scratch.file("result.mkv")
        try retime.run(path, to: output)
        #expect(try ClipReader(output).frames().map(\.number) == (Array(0..<24) + Array(0..<36)).map { Int64($0) })
    }
}
