import FFmpeg
import FoundationEssentials
import MediaTime
import TestSupport
import Testing

/// Stills, held against what ffmpeg makes of the same frames.
@Suite struct StillsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// The checksum of an image's pixels, with their format and size.
    private func pixels(of image: String) throws -> String {
        let outcome = try Program("ffmpeg", ["-nostdin", "-v", "error", "-i", image, "-f", "framehash", "-"]).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
        let size = outcome.output.split(separator: "\n").first { $0.hasPrefix("#dimensions") } ?? ""
        return size + " " + (outcome.output.split(separator: "\n").last?.split(separator: ",").suffix(2).joined() ?? "")
    }

    /// What ffmpeg makes of one frame of a clip.
    private func reference(_ clip: String, frame: Int) throws -> String {
        let image = scratch.file("reference.png")
        let select = ["-vf", "select=eq(n\\,\(frame))", "-frames:v", "1", "-vsync", "0"]
        let outcome = try Program("ffmpeg", ["-nostdin", "-v", "error", "-y", "-i", clip] + select + [image]).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try pixels(of: image)
    }

    private func stills(_ words: [String], status: Int32 = 0) throws -> Command.Outcome {
        let outcome = try Command(["stills"] + words).run()
        #expect(outcome.status == status, "\(outcome.errors)")
        return outcome
    }

    @Test func `A stream without a container has no frame at any time`() throws {
        var clip = Clip("h264", frames: 10, at: .fps(30))
        clip.frames?.repeatsHeaders = true
        let path = try clip.write(to: scratch)
        let outcome = try stills([path, "-o", scratch.file("still.png"), "--at", "0.1s"], status: 65)
        #expect(outcome.errors.contains("nothing in it says when its frames are presented"))
    }

    @Test(arguments: ["bmp", "TIFF", "mp4"]) func `What ends as other images do is no folder, unless it is one`(
        ending: String
    ) throws {
        let path = try Clip("mp4", frames: 10, at: .fps(30)).write(to: scratch)
        let name = scratch.file("still.\(ending)")
        let outcome = try stills([path, "-o", name, "--at", "1f"], status: 64)
        #expect(
            outcome.errors.hasSuffix(
                "stills are not written as .\(ending.lowercased())\n"
                    + "hint: use .png, .jpg, .jpeg, .webp; a folder of that name is written \(name)/\n"
            ),
            "\(outcome.errors)"
        )
        #expect(!FileManager.default.fileExists(atPath: name))
        for folder in [name + "/", name] { _ = try stills([path, "-o", folder, "--at", "1f", "--force"]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: name).count == 1)
    }

    @Test(arguments: ["yuv420p", "yuv422p", "yuv420p10le", "yuv444p"], [true, false])
    func `A PNG holds the frame as ffmpeg decodes it`(pixelFormat: String, isFull: Bool) throws {
        var clip = Clip("mkv", frames: 90, at: .fps(30), codec: pixelFormat == "yuv420p" ? .h264 : .ffv1)
        clip.frames?.pixelFormat = pixelFormat
        if isFull { clip.frames?.colour.range = "pc" }
        let path = try clip.write(to: scratch)
        // The last two are far behind a key frame, and next to one another.
        let frames = [0, 7, 62, 88, 89]
        _ = try stills([path, "-o", scratch.file("stills")] + frames.flatMap { ["--at", "\($0)f"] })
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("stills")).sorted()
        try #require(names.count == frames.count)
        for (name, frame) in zip(names, frames) {
            #expect(try pixels(of: scratch.file("stills/\(name)")) == reference(path, frame: frame), "\(name)")
        }
        #expect(names[1] == "clip-000007-00h00m00.234s.png")
        // The time in a name is one at which that frame is shown.
        _ = try stills([path, "-o", scratch.file("again"), "--at", "00:00:00.234"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("again")) == [names[1]])
    }

    @Test(arguments: [0, 90, 180, 270], [true, false])
    func `It is upright`(clockwise: Int, isMirrored: Bool) throws {
        var clip = Clip("mp4", frames: 3, at: .fps(30))
        clip.frames?.sideData = [.display(clockwise: clockwise, isMirrored: isMirrored)]
        let path = try clip.write(to: scratch)
        _ = try stills([path, "-o", scratch.file("still.png"), "--at", "1f"])
        let still = try pixels(of: scratch.file("still.png"))
        #expect(try still == reference(path, frame: 1))
        #expect(still.contains(clockwise % 180 == 0 ? "320x180" : "180x320"))
    }

    @Test(arguments: ["jpg", "webp"])
    func `Pixels become square, but for a PNG, which says their shape`(ending: String) throws {
        var clip = Clip("mp4", frames: 3, at: .fps(30))
        clip.frames?.sampleAspectRatio = TimeBase(4, 3)
        clip.frames?.sideData = [.display(clockwise: 90, isMirrored: false)]
        let path = try clip.write(to: scratch)
        _ = try stills([path, "-o", scratch.file("still.\(ending)"), "--at", "1f"])
        #expect(try pixels(of: scratch.file("still.\(ending)")).contains("180x427"))
        _ = try stills([path, "-o", scratch.file("still.png"), "--at", "1f"])
        #expect(try pixels(of: scratch.file("still.png")).contains("180x320"))
        let stream = try ClipReader(scratch.file("still.png")).streams[0]
        #expect(stream.sampleAspectRatio == TimeBase(3, 4))
    }

    @Test func `Colours are those of the clip in every format`() throws {
        var clip = Clip("mkv", frames: 2, at: .fps(30), codec: .ffv1)
        clip.frames?.pixelFormat = "yuv444p"
        let path = try clip.write(to: scratch)
        var means: [[Double]] = []
        for ending in ["png", "jpg", "webp"] {
            _ = try stills([path, "-o", scratch.file("still.\(ending)"), "--at", "1f"])
            means.append(try meanColours(scratch.file("still.\(ending)")))
        }
        for other in means.dropFirst() {
            for (a, b) in zip(means[0], other) { #expect(abs(a - b) < 2, "\(means)") }
        }
    }

    /// Red, green and blue as viewers show an image: a JPEG by its own matrix, whatever libav takes it for.
    private func meanColours(_ image: String) throws -> [Double] {
        let raw = scratch.file("mean.raw")
        let filters = "scale=in_color_matrix=bt601,format=gbrp,scale=1:1:flags=area,format=rgb24"
        let chain = image.hasSuffix(".png") ? "format=gbrp,scale=1:1:flags=area,format=rgb24" : filters
        let words = ["-nostdin", "-v", "error", "-y", "-i", image, "-vf", chain, "-f", "rawvideo", raw]
        try #require(Program("ffmpeg", words).run().status == 0)
        return try ScratchDirectory.bytes(of: raw).map(Double.init)
    }

    @Test func `A still says when it was taken, and a sheet has all of them`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.metadata = [MetadataEntry(key: "creation_time", value: "2026-11-21T23:59:59.000000Z")]
        let path = try clip.write(to: scratch)
        for ending in ["png", "jpg", "webp"] {
            let output = scratch.file("still.\(ending)")
            _ = try stills([path, "-o", output, "--at", "1.5s", "-q"])
            let text = String(decoding: try ScratchDirectory.bytes(of: output), as: UTF8.self)
            #expect(text.contains("2026:11:22 00:00:00") && text.contains("500000"))
            #expect(text.contains("clip.mp4, frame 45 at 00:00:01.500"))
        }
        let sheet = try stills([path, "-o", scratch.file("sheet.png"), "--sheet", "--columns", "6", "--json"]).output
        #expect(sheet.components(separatedBy: "\"instant\"").count == 25)
        #expect(try pixels(of: scratch.file("sheet.png")).contains("1976x848"))
    }

    @Test(.enabled(if: Privileges.canMount(), "no disk can be mounted here"))
    func `On a full disk the file is named, and how many there are`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.frames?.width = 640
        clip.frames?.height = 360
        let path = try clip.write(to: scratch)
        let disk = scratch.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        let words = ["stills", path, "-o", disk, "--range", "0s..2s"]
        let outcome = try Command(within: Privileges.smallDisk(at: disk), words).run()
        #expect(outcome.status == 74, "\(outcome.errors)")
        let line = try #require(outcome.errors.split(separator: "\n").first { $0.hasPrefix("error: ") })
        #expect(line.contains("cannot write \(disk)/clip-"), "\(line)")
        #expect(line.contains(".png: no space left on the device; "), "\(line)")
        #expect(line.hasSuffix(" of 60 stills were written"), "\(line)")
    }

    @Test func `Refusals say why, and nothing is replaced`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        let folder = scratch.file("stills")
        let late = try stills([path, "-o", folder, "--at", "2s"], status: 64)
        #expect(
            late.errors.contains(
                "shows no frame any more at 00:00:02.000: its 60 frames are shown until 00:00:02.000, the last one (59f) from "
                    + "00:00:01.967 on"
            )
        )
        #expect(try stills([path, "-o", folder, "--at", "60f"], status: 64).errors.contains("has no frame 60"))
        _ = try stills([path, "-o", folder], status: 64)
        _ = try stills([path, "-o", folder, "--at", "1s", "--every", "1s"], status: 64)
        _ = try stills([path, "-o", scratch.file("one.png"), "--every", "1s"], status: 64)
        _ = try stills([path, "-o", scratch.file("one.png"), "--at", "1s", "--format", "jpeg"], status: 64)
        #expect(try scratch.contents == ["clip.mp4"])
        _ = try stills([path, "-o", folder, "--at", "1s"])
        _ = try stills([path, "-o", folder, "--at", "0s", "--at", "1s"], status: 73)
        // What is there was found before anything was written.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        _ = try stills([path, "-o", folder, "--at", "0s", "--at", "1s", "--force"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }

    @Test(arguments: [
        ("0.5s..9s", true), ("20f..31f", true), ("20f..30f", false), ("0.5s..1s", false), ("0.5s..", false),
    ])
    func `A part that goes on after the clip ends with it`(range: String, isBeyond: Bool) throws {
        let path = try Clip("mp4", frames: 30, at: .fps(30)).write(to: scratch)
        let words = [path, "-o", scratch.file("stills"), "--every", "0.2s", "--range", range]
        let warning = "the part \(range) ends with \(path), at 00:00:01.000"
        #expect(try stills(words).errors.contains(warning) == isBeyond)
        #expect(try stills(words + ["--json", "--force"]).output.contains(warning) == isBeyond)
    }
}
