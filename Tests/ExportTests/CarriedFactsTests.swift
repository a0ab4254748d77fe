import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// What a source says beside its frames is true of the output as well.
@Suite struct CarriedFactsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// The muxer states the bit rate in a box of 20 bytes, in whose place the shape of pixels has room.
    @Test(arguments: [true, false], ["mp4", "mov", "mkv"])
    func `Pixels have the shape that the source's container states`(isCopied: Bool, container: String) throws {
        let path = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let place = try #require(bytes.firstRange(of: Array("btrt".utf8)))
        bytes.replaceSubrange(place, with: Array("pasp".utf8))
        bytes.replaceSubrange(place.upperBound..<place.upperBound + 8, with: [0, 0, 0, 4, 0, 0, 0, 3])
        let wide = try scratch.write(bytes, to: "wide.mp4")
        let output = scratch.file("result.\(container)")
        try (isCopied ? Retime(.rate(1, 2)) : Retime(.rate(1, 2), to: .fps(30))).run(wide, to: output)
        let ratio = try #require(try ClipReader(output).streams[0].sampleAspectRatio)
        #expect((ratio.numerator, ratio.denominator) == (4, 3))
    }

    /// From a file within the file to a track of one frame, and back. libavformat writes none to MOV.
    @Test func `Cover art goes along, wherever the container has it`() throws {
        let image = try ClipReader(Clip("avi", frames: 1, at: .fps(25), codec: .mjpeg).write(to: scratch)).packets[0][0]
        var clip = Clip("mkv", frames: 24, at: .fps(120))
        clip.cover = image.payload.bytes
        var audio = Clip("mkv", audio: Clip.Audio("aac", samples: 9_600))
        audio.cover = clip.cover
        // Each is made of the one before.
        for (source, chain) in [(clip, ["mkv", "mp4", "mkv"]), (audio, ["m4a", "mka", "flac", "m4a"])] {
            var path = try source.write(to: scratch, as: chain[0])
            for (step, container) in chain.enumerated() {
                let output = scratch.file("\(step).\(container)")
                try Retime(.rate(1, 2)).run(path, to: output)
                let media = try MediaDescription(ofFile: output)
                let kinds: [MediaTrack.Kind] = [source.frames == nil ? .audio : .video, .coverArt]
                #expect(media.tracks.map(\.kind) == kinds, "\(container)")
                let cover = try #require(try ClipReader(output).packets.last?.first)
                #expect(cover.payload.bytes == clip.cover, "\(container)")
                path = output
            }
        }
        let plan = try Retime().plan(clip.write(to: scratch, as: "again"), for: .mov)
        #expect(plan.warnings == ["track 1 (coverArt, mjpeg) is left out: no cover art is written to mov"])
    }

    /// libavformat numbers streams as it meets them, and cover art is no track of a movie: the ends of tracks went to those before.
    @Test func `Cover art that stands before the tracks leaves the out point where it is`() throws {
        let image = try ClipReader(Clip("avi", frames: 1, at: .fps(25), codec: .mjpeg).write(to: scratch)).packets[0][0]
        var clip = Clip("mkv", frames: 24, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 9_600)]
        clip.cover = image.payload.bytes
        try Retime().run(clip.write(to: scratch), to: scratch.file("behind.mp4"))
        var bytes = try ScratchDirectory.bytes(of: scratch.file("behind.mp4"))
        // The index is the last box, what is said of the movie the last one within, and the first track begins behind the header.
        let begin = try #require(bytes.firstRange(of: Array("trak".utf8))).lowerBound - 4
        let data = try #require(bytes.ranges(of: Array("udta".utf8)).last).lowerBound - 4
        bytes = Array(bytes[..<begin] + bytes[data...] + bytes[begin..<data])
        let path = try scratch.write(bytes, to: "before.mp4")
        #expect(try MediaDescription(ofFile: path).tracks.map(\.kind) == [.coverArt, .video, .audio])
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(0, 120), end: RationalTime(25, 240))
        try retime.run(path, to: scratch.file("part.mp4"))
        let movie = BoxScanner(ByteSource(try ScratchDirectory.bytes(of: scratch.file("part.mp4"))))
        let index = try #require(movie.first("moov"))
        for track in movie.boxes("trak", in: index.content) {
            let edits = try #require(movie.first("edts", in: track.content))
            let list: EditListBox? = movie.first("elst", in: edits.content).flatMap { movie.content(of: $0) }
            // Of a movie that counts 48,000 ticks a second.
            #expect(list?.entries.map(\.duration).reduce(0, +) == 5000)
        }
    }

    /// libavformat writes no GIF beside the audio of MP4: it had refused the file.
    @Test func `Cover art that a container does not take is left out, and said`() throws {
        var audio = Clip("mkv", audio: Clip.Audio("aac", samples: 9_600))
        // One white pixel.
        audio.cover =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        let path = try audio.write(to: scratch)
        let kind = try MediaDescription(ofFile: path).tracks.last?.codec
        #expect(kind == "gif")
        let plan = try Retime().plan(path, for: .m4a)
        #expect(plan.warnings == ["track 1 (coverArt, gif) is left out: no cover art of this kind is written to m4a"])
    }

    /// libavformat stores cover art where usual metadata is, and that nowhere when it writes keys of one's own: it was lost.
    @Test func `Cover art stands beside keys of one's own`() throws {
        let image = try ClipReader(Clip("avi", frames: 1, at: .fps(25), codec: .mjpeg).write(to: scratch)).packets[0][0]
        var audio = Clip("mkv", audio: Clip.Audio("aac", samples: 9_600))
        audio.cover = image.payload.bytes
        let path = try audio.write(to: scratch)
        // A usual key, one whose box does not hold the value, and one that somebody thought of.
        for (key, value) in [("track", "3"), ("episode_sort", "300"), ("mood", "calm")] {
            var retime = Retime()
            retime.settings.metadata = [MetadataItem(key: key, value: value)]
            let output = scratch.file("\(key).m4a")
            #expect(try retime.plan(path, for: .m4a).warnings.isEmpty)
            try retime.run(path, to: output)
            #expect(try MediaDescription(ofFile: output).tracks.map(\.kind) == [.audio, .coverArt])
            #expect(try ClipReader(output).text(key) == value)
        }
    }

    /// MP4 has it in a box of its own, QuickTime among the user data.
    @Test(arguments: [("mp4", "mp4"), ("mp4", "mov"), ("mov", "mp4"), ("mov", "mov")], [true, false])
    func `XMP goes along, to where readers of the container look for it`(
        containers: (String, String),
        isCopied: Bool
    ) throws {
        let (source, container) = containers
        let text = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>A title</x:xmpmeta>".utf8)
        let path = try Clip(source, frames: 24, at: .fps(120)).write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        if source == "mp4" {
            bytes += XMPBox.box(text)
        } else {
            // The index is the last box, and has no user data that others know.
            let place = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
            var writer = ByteWriter()
            writer.box("udta") { $0.append(XMPBox.userData(text)) }
            let more = writer.bytes
            let size = UInt32(bytes.count - place + more.count)
            bytes.replaceSubrange(
                place..<place + 4,
                with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
            )
            bytes += more
        }
        let titled = try scratch.write(bytes, to: "titled.\(source)")
        let output = scratch.file("result.\(container)")
        var retime = isCopied ? Retime(.rate(1, 2)) : Retime(.rate(1, 2), to: .fps(30))
        retime.settings.delivery = isCopied ? .asSource : .social
        retime.settings.video = nil
        try retime.run(titled, to: output)
        let result = try ScratchDirectory.bytes(of: output)
        let movie = BoxScanner(ByteSource(result))
        #expect(movie.xmp() == text)
        let isAmongUserData = movie.first("moov", "udta", XMPBox.type) != nil
        #expect(isAmongUserData == (container == "mov"))
        #expect(try ClipReader(output).frames().count == (isCopied ? 24 : 12))
    }

    /// Boxes as GoPro and Samsung have them; the last holds nothing.
    @Test(arguments: ["mp4", "mov", "mkv"], [true, false])
    func `What a camera says in boxes of its own is kept where it stays true, and else it is named`(
        container: String,
        isCopied: Bool
    ) throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: (content.count + 8) >> (24 - 8 * $0)) } + Array(type.utf8) + content
        }
        let rate = box("smta", [0, 0, 0, 0] + box("srfr", [0, 240, 0, 0]))
        let more = box(
            "udta",
            box("LENS", Array("C336".utf8)) + box("GPMF", [1, 2, 3]) + rate + box("HMMT", [0, 0, 0, 0])
        )
        let path = try Clip("mov", frames: 24, at: .fps(120)).write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let place = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
        let size = bytes.count - place + more.count
        bytes.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
        let source = try scratch.write(bytes + more, to: "camera.mov")
        let retime = isCopied ? Retime(.rate(1, 2)) : Retime(.rate(1, 2), to: .fps(30))
        let plan = try retime.plan(source, for: try #require(Container(rawValue: container)))
        let output = scratch.file("result.\(container)")
        _ = try Exporter(plan: plan).run(to: output)
        let isKept = container != "mkv"
        let names = isKept ? "GPMF, of which it is not known" : "LENS, GPMF, smta"
        #expect(plan.warnings.contains { $0.contains("boxes of its own is left out: \(names)") }, "\(plan.warnings)")
        #expect(try ClipReader(output).frames().count == (isCopied ? 24 : 12))
        guard isKept else { return }
        let movie = BoxScanner(ByteSource(try ScratchDirectory.bytes(of: output)))
        let lens = try #require(movie.first("moov", "udta", "LENS"))
        #expect(movie.read(lens)?.payload.elementsEqual("C336".utf8) == true)
        #expect(movie.samsungCaptureRate()?.rate == 240 << 16)
        #expect(movie.first("moov", "udta", "GPMF") == nil && movie.first("moov", "udta", "HMMT") == nil)
    }

    @Test func `A camera's firmware is kept`() throws {
        var clip = Clip("mov", frames: 24, at: .fps(120))
        clip.metadata = [MetadataEntry(key: "firmware", value: "H19.03.01.30.00")]
        clip.options = [MetadataEntry(key: "movflags", value: "+use_metadata_tags")]
        let result = try Retime(.rate(1, 2)).result(of: clip, as: "mp4", in: scratch)
        #expect(result.text("firmware") == "H19.03.01.30.00")
    }

    /// Frames of 29.97 fps, key frames every 12.
    private func timed() throws -> String {
        var clip = Clip("mov", frames: 120, at: FrameRate(30000, 1001))
        clip.metadata = [MetadataEntry(key: "timecode", value: "01:00:59;20")]
        return try clip.write(to: scratch)
    }

    @Test func `The timecode of a part is that of its first frame, and lasts as long as the part`() throws {
        let path = try timed()
        var retime = Retime()
        retime.trim = try TimeRange(
            start: RationalTime(18 * 1001, 30000),
            duration: RationalTime(60 * 1001, 30000)
        )
        try retime.run(path, to: scratch.file("part.mov"))
        let result = try ClipReader(scratch.file("part.mov"))
        let video = try #require(result.streams(.video).first)
        #expect(try result.frames().count == 60)
        let code = try #require(result.streams.first { $0.parameters.fourCC == "tmcd" })
        // Ten frames to the end of the minute, at which numbers 00 and 01 are dropped, and eight more.
        #expect(code.metadata("timecode") == "01:01:00;10")
        let (length, expected) = (try #require(code.duration), try #require(video.duration))
        #expect(abs(try code.timeBase.time(length).seconds - video.timeBase.time(expected).seconds) < 0.001)
    }

    @Test func `At half speed the timecode counts the frames of the output`() throws {
        try Retime(.rate(1, 2)).run(timed(), to: scratch.file("slow.mov"))
        let result = try ClipReader(scratch.file("slow.mov"))
        let code = try #require(result.streams.first { $0.parameters.fourCC == "tmcd" })
        #expect(code.metadata("timecode") == "01:00:59:10")
    }

    @Test(arguments: ["mp4", "mkv", "ts"]) func `The version of x264 goes along with a part`(container: String) throws {
        var clip = Clip(container, frames: 60, at: .fps(120))
        clip.frames?.repeatsHeaders = container == "ts"
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(24, 120), duration: RationalTime(24, 120))
        try retime.run(path, to: scratch.file("part.mp4"))
        let result = try ClipReader(scratch.file("part.mp4"))
        let first = try #require(result.packets[0].first)
        #expect(first.payload.bytes.firstRange(of: Array("x264 - core".utf8)) != nil)
        #expect(
            result.packets[0].dropFirst().allSatisfy { $0.payload.bytes.firstRange(of: Array("x264 - ".utf8)) == nil }
        )
        #expect(try result.frames().map(\.number) == (24..<48).map { $0 })
    }

    @Test func `Frames that only an edit list hides are announced`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(30, 120), duration: RationalTime(12, 120))
        let report = try retime.run(path, to: scratch.file("part.mp4"))
        #expect(report.frames.leadInWarning?.contains("the 6 frames before the in point") == true)
        retime.trim = try TimeRange(start: RationalTime(24, 120), duration: RationalTime(12, 120))
        #expect(try retime.run(path, to: scratch.file("key.mp4")).frames.leadInWarning == nil)
    }

    @Test(arguments: [("title", false), ("com.apple.quicktime.location.ISO6709", false), ("take", true)])
    func `XMP that may say otherwise what is named does not go along`(key: String, isKept: Bool) throws {
        let path = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        let text = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>A title</x:xmpmeta>".utf8)
        let titled = try scratch.write(ScratchDirectory.bytes(of: path) + XMPBox.box(text), to: "titled.mp4")
        var retime = Retime(.rate(1, 2))
        retime.settings.metadata = [MetadataItem(key: key, value: "")]
        #expect(try retime.plan(titled, for: .mp4).warnings.contains { $0.contains("XMP") } == !isKept)
        try retime.run(titled, to: scratch.file("out.mp4"))
        let movie = BoxScanner(ByteSource(try ScratchDirectory.bytes(of: scratch.file("out.mp4"))))
        #expect((movie.xmp() != nil) == isKept)
    }

    @Test(arguments: [
        "<xmpDM:duration xmpDM:value='24'/>", "<xmpDM:startTime>f254016000000</xmpDM:startTime>", "A title",
    ])
    func `Times in XMP are those of the clip as it was, and that is said where they change`(content: String) throws {
        let path = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        let text = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>\(content)</x:xmpmeta>".utf8)
        let described = try scratch.write(ScratchDirectory.bytes(of: path) + XMPBox.box(text), to: "described.mp4")
        let warns = try Retime(.rate(1, 2)).plan(described, for: .mp4).warnings.contains { $0.contains("XMP") }
        #expect(warns == (content != "A title"))
        #expect(try !Retime().plan(described, for: .mp4).warnings.contains { $0.contains("XMP") })
    }
}
