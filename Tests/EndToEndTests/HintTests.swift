import FoundationEssentials
import MediaFormats
import Studio
import TestSupport
import Testing

@testable import overcrank

/// Hints that name options: those of the subcommand that was typed, and such as lead on.
@Suite struct HintTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 30, at: .fps(30))
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        self.clip = try clip.write(to: scratch)
    }

    /// What is said of a command line that cannot be planned; `nil` of one that can.
    private func hint(_ words: [String]) throws -> String? {
        do {
            _ = try CommandPlanner().plan(words, opened: [])
            return nil
        } catch let error as StudioError {
            let hint = try #require(error.hint, "\(words): \(error.message)")
            return hint
        }
    }

    @Test(arguments: [
        (["--trim-a", "at-1s..at"], "name an instant of each: --at-a 2.4s --at-b 3.1s"),
        (["--edit-b", "at..at+1s@1/2"], "name an instant of each: --at-a 2.4s --at-b 3.1s"),
        (["--pitch", "low-latency", "--rate", "1/3"], "--pitch mute leaves the audio out, at any rate"),
    ])
    func `side-by-side names its own options`(words: [String], expected: String) throws {
        #expect(try hint(["side-by-side", clip, clip, "-o", scratch.file("both.mp4")] + words) == expected)
    }

    @Test func `export names --snap`() throws {
        let words = ["export", clip, "-o", scratch.file("out.mp4"), "--pitch", "low-latency", "--rate", "1/3"]
        let said = try hint(words)
        #expect(try #require(said).hasPrefix("--snap plays it at the nearest"))
    }

    @Test func `A file that no export writes is named by who writes it`() throws {
        #expect(
            try hint(["export", clip, "-o", scratch.file("out.png")]) == "'overcrank stills' writes frames as images"
        )
        #expect(try hint(["export", clip, "-o", scratch.file("out.ts")])?.hasPrefix("use .mp4") == true)
    }

    /// It changes the rate of the whole, and no edit's.
    @Test(arguments: [[], ["--snap"]]) func `export names no option that does not help`(snap: [String]) throws {
        let words = ["export", clip, "-o", scratch.file("out.mp4"), "--pitch", "low-latency", "--edit", "0s..0.6s@1/3"]
        #expect(try hint(words + snap) == "--pitch mute leaves the audio out, at any rate")
    }

    /// Every container that a hint names takes the codec that another one did not.
    @Test(arguments: VideoCodec.allCases)
    func `What is said of a codec that is not carried leads on`(codec: VideoCodec) throws {
        func words(_ container: Container) -> [String] {
            ["export", clip, "-o", scratch.file("out.\(container)"), "--video-codec", codec.rawValue]
        }
        for container in Container.allCases where container.traits.defaultVideo != nil {
            guard let hint = try hint(words(container)) else { continue }
            let list = try #require(hint.components(separatedBy: "or write ").last)
            let names = list.replacing(" or ", with: ", ").components(separatedBy: ", ")
            for name in names {
                let other = try #require(Container(rawValue: name), "\(hint)")
                // A moving image has a rate of its own limits; that it carries the codec is enough.
                #expect(other.canCarry(codec: codec.rawValue) && other != container, "\(hint)")
            }
        }
    }

    @Test func `A file that is not carried by a container of audio alone`() throws {
        let words = ["export", clip, "-o", scratch.file("out.opus"), "--audio-codec", "flac"]
        #expect(try hint(words) == "use opus, or write m4a, mka, flac or ogg")
    }

    @Test func `Commands in hints are quoted, and whole`() throws {
        let preset = try scratch.write(Array("summary: s\nrecord:\n  pre-roll: 3s\n".utf8), to: "my preset.yaml")
        let words = ["export", clip, "-o", scratch.file("out.mp4"), "--preset", preset]
        #expect(try hint(words) == "overcrank record -o clip.mp4 --preset '\(preset)'")
        let lines = DemoCommand.next("sp ace/c.mp4", "-x/s.mp4")
        #expect(lines.contains("  overcrank inspect ./-x/s.mp4"))
        #expect(lines.contains("  overcrank export 'sp ace/c.mp4' -o tape.mov --rate 1/2 --pitch varispeed"))
    }
}
