import FoundationEssentials
import Glibc
import MediaTime
import TestSupport
import Testing

/// What cannot be done is said in plain words, with its exit code; nothing is left behind, and the input is untouched.
@Suite struct BadInputTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        clip = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
    }

    @Test func `A file that is not there`() throws {
        try expectFailure(66, "error: no such file: \(scratch.file("none.mp4"))", of: [scratch.file("none.mp4")])
    }

    @Test func `A directory`() throws {
        try expectFailure(65, "error: \(scratch.path) is a directory, not a media file", of: [scratch.path])
    }

    @Test func `An empty file`() throws {
        let path = try scratch.write([], to: "empty.mp4")
        try expectFailure(65, "error: \(path) is empty", of: [path])
    }

    @Test func `Text`() throws {
        let path = try scratch.write(Array(repeating: "no media at all\n".utf8, count: 100).joined(), to: "text.mp4")
        try expectFailure(65, "error: cannot read \(path): it is not a media file", of: [path])
    }

    @Test func `A format that is not read`() throws {
        let path = try Clip("adx", audio: Clip.Audio("adpcm_adx", samples: 48_000)).write(to: scratch)
        try expectFailure(65, "error: cannot read \(path): its format is none of those that are read", of: [path])
    }

    @Test func `A stream without a container`() throws {
        let path = try Clip("h264", frames: 10, at: .fps(30)).write(to: scratch)
        try expectFailure(65, "nothing in it says when its frames are presented", of: [path])
        try expectFailure(65, "hint: give it a rate: mkvmerge --default-duration", of: [path])
    }

    @Test func `A movie that is cut short`() throws {
        let bytes = try ScratchDirectory.bytes(of: clip)
        let path = try scratch.write(bytes.prefix(bytes.count / 2), to: "cut.mp4")
        try expectFailure(65, "its index (moov) is missing", of: [path])
    }

    @Test func `Subtitles alone`() throws {
        let path = try scratch.write(Array("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "text.srt")
        try expectFailure(65, "neither video nor audio", of: [path])
    }

    @Test(.enabled(if: Privileges.canBeDropped(), "the superuser's rights cannot be dropped here"))
    func `A file that may not be read`() throws {
        let path = try scratch.write(try ScratchDirectory.bytes(of: clip), to: "secret.mp4")
        unsafe chmod(path, 0)
        try expectFailure(77, "error: cannot read \(path): permission denied", of: [path], within: Privileges.ordinary)
    }

    @Test(.enabled(if: Privileges.canBeDropped(), "the superuser's rights cannot be dropped here"))
    func `A directory that may not be written to`() throws {
        unsafe chmod(scratch.path, 0o500)
        defer { unsafe chmod(scratch.path, 0o700) }
        try expectFailure(77, "result.mp4: permission denied", of: [clip], within: Privileges.ordinary)
    }

    /// The studio would find out only when its first export is done.
    @Test(.enabled(if: Privileges.canBeDropped(), "the superuser's rights cannot be dropped here"))
    func `A studio whose results could not be written does not start`() throws {
        let folder = scratch.file("results")
        try #require(unsafe mkdir(folder, 0o500) == 0)
        let within = Privileges.ordinary.replacing("exec ", with: "exec timeout 60 ")
        for (folder, status, reason) in [
            (folder, 77, "nothing can be written to \(folder): "), ("/proc", 77, "nothing can be written to /proc: "),
            (clip, 73, "there is no folder \(clip)"), (scratch.file("none"), 73, "there is no folder"),
        ] {
            let words = ["studio", clip, "--no-open", "--output-folder", folder]
            let outcome = try Command(within: within, words).run()
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["0", "-1", "-1/2", "fast", "1/0", "1e9", "100000", "0.00001", "", "nan", "inf", "1/2/3"])
    func `A rate that is none`(rate: String) throws {
        try expectFailure(64, "error: ", of: [clip, "--rate=\(rate)"])
    }

    @Test(arguments: [
        "--trim=5..", "--trim=1..1", "--trim=2..1", "--trim=a..b", "--trim=99f..", "--frame-rate=0",
        "--frame-rate=-30", "--frame-rate=fast", "--pitch=loud", "--video-codec=h266", "--audio-codec=mp9",
        "--quality=99", "--quality=x", "--encoder-preset=warp", "--no-such-option",
    ])
    func `An option that makes no sense`(option: String) throws {
        try expectFailure(64, "error: ", of: [clip, option])
    }

    @Test func `The output is the input`() throws {
        try expectFailure(64, "\(clip) is the input", of: [clip], to: clip)
        try expectFailure(64, "\(clip) is the input", of: [clip, "--force"], to: clip)
    }

    @Test func `The output exists`() throws {
        let path = try scratch.write(Array("precious".utf8), to: "result.mp4")
        let outcome = try expectFailure(73, "error: \(path) exists already", of: [clip])
        #expect(outcome.errors.contains("hint: --force replaces it"))
        #expect(try ScratchDirectory.bytes(of: path) == Array("precious".utf8))
        #expect(try Command(["export", clip, "-o", path, "--force", "-q"]).run().status == 0)
        #expect(try ClipReader(path).packets[0].count == 24)
    }

    @Test func `The output's directory is not there`() throws {
        try expectFailure(73, "there is no such directory", of: [clip], to: scratch.file("no/result.mp4"))
        try expectFailure(73, "a part of its path is a file", of: [clip], to: "\(clip)/result.mp4")
    }

    @Test(arguments: ["result", "result.txt", "result.", ".mp4x"])
    func `The output's ending names no container`(name: String) throws {
        try expectFailure(64, "the ending names no container", of: [clip], to: scratch.file(name))
    }

    @Test func `Nothing is written to standard output`() throws {
        try expectFailure(64, "error: '-' names no file, and nothing is written to standard", of: [clip], to: "-")
        let outcome = try Command(["stills", clip, "-o", "-", "--at", "0s"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'-' names no file"), "\(outcome.errors)")
    }

    @Test(.enabled(if: Privileges.canMount(), "no disk can be mounted here"))
    func `The disk is full`() throws {
        let disk = scratch.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        let outcome = try expectFailure(
            74,
            "no space left on the device",
            of: [clip, "--video-codec=ffv1", "--rate=1/8", "--frame-rate=120", "--in-between=nearest"],
            to: "\(disk)/result.mkv",
            within: Privileges.smallDisk(at: disk)
        )
        // The last line lists the disk.
        #expect(!outcome.errors.hasSuffix("result.mkv\n"))
    }

    @Test func `A file may not grow any more`() throws {
        try expectFailure(
            74,
            "error: cannot write",
            of: [clip, "--video-codec=ffv1", "--rate=1/8", "--frame-rate=120", "--in-between=nearest"],
            to: scratch.file("result.mkv"),
            within: Privileges.smallFiles(blocks: 200)
        )
    }

    @Test(arguments: [65, 66])
    func `inspect says the same`(status: Int32) throws {
        let path = status == 66 ? scratch.file("none.mp4") : try scratch.write([1, 2, 3], to: "noise.mp4")
        let outcome = try Command(["inspect", path]).run()
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("error: "))
    }

    @Test func `The cause is told to those who ask`() throws {
        let path = try scratch.write([1, 2, 3], to: "noise.mp4")
        #expect(try !Command(["inspect", path]).run().errors.contains("cause: "))
        #expect(try Command(["inspect", path, "--verbose"]).run().errors.contains("cause: "))
    }

    /// Runs an export that fails, and looks at what is left.
    @discardableResult
    private func expectFailure(
        _ status: Int32,
        _ message: String,
        of words: [String],
        to output: String? = nil,
        within script: String = #"exec "$@""#,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Command.Outcome {
        let before = try (contents: scratch.contents, clip: ScratchDirectory.bytes(of: clip))
        let outcome = try Command(
            within: script,
            ["export"] + words + ["-o", output ?? scratch.file("result.mp4")]
        ).run()
        #expect(outcome.status == status, sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
        #expect(outcome.errors.contains(message), sourceLocation: sourceLocation)
        #expect(outcome.errors.hasPrefix("error: "), sourceLocation: sourceLocation)
        #expect(try scratch.contents == before.contents, sourceLocation: sourceLocation)
        #expect(try ScratchDirectory.bytes(of: clip) == before.clip, sourceLocation: sourceLocation)
        return outcome
    }
}
