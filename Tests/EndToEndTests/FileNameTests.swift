import FoundationEssentials
import TestSupport
import Testing

/// Names of files are bytes.
@Suite struct FileNameTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Latin-1's é stands in every name of the script as `$e`.
    private func run(_ script: String, _ arguments: [String]) throws -> Command.Outcome {
        try Command(within: "cd '\(scratch.path)'; e=$(printf '\\351'); command=$1; shift; \(script)", arguments).run()
    }

    @Test func `A name that is no UTF-8`() throws {
        _ = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        let copied = try run(
            #"mv *.mp4 caf$e.mp4; "$command" export caf$e.mp4 -o slow$e.mp4 --rate 1/2 && mv slow$e.mp4 slow.mp4"#,
            []
        )
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(copied.errors.contains(#"slow\xE9.mp4: "#))
        #expect(try ClipReader(scratch.file("slow.mp4")).packets[0].count == 24)
        let again = try run(#"touch slow$e.mp4; exec "$command" export slow.mp4 -o slow$e.mp4"#, [])
        #expect(again.status == 73)
        #expect(again.errors.hasPrefix(#"error: slow\xE9.mp4 exists already"#))
        let inspected = try run(#"exec "$command" inspect caf$e.mp4"#, [])
        #expect(inspected.status == 0)
        let missing = try run(#"exec "$command" inspect none$e.mp4"#, [])
        #expect(missing.errors.hasPrefix(#"error: no such file: none\xE9.mp4"#))
    }

    @Test func `JSON has such a name as a text`() throws {
        _ = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        struct Document: Decodable { let file: String }
        let inspected = try run(#"mv *.mp4 caf$e.mp4; exec "$command" inspect --json caf$e.mp4"#, [])
        let document = try JSONDecoder().decode(Document.self, from: Data(inspected.output.utf8))
        #expect(document.file == "caf\u{10FEE9}.mp4")
        struct Complaint: Decodable {
            struct Content: Decodable { let message: String }
            let error: Content
        }
        let missing = try run(#"exec "$command" inspect --json no$e.mp4"#, [])
        let complaint = try JSONDecoder().decode(Complaint.self, from: Data(missing.errors.utf8))
        #expect(complaint.error.message.contains("no\u{10FEE9}.mp4"))
    }

    @Test func `What libavformat passes over is found under such a name, too`() throws {
        let clip = try Clip("mkv", frames: 48, at: .fps(120)).write(to: scratch)
        let inspected = try run(#"head -c 9000 "$1" >caf$e.mkv; exec "$command" inspect caf$e.mkv"#, [clip])
        #expect((inspected.output + inspected.errors).contains("cut short: 9000 of "), "\(inspected.errors)")
    }

    @Test func `Presets and side files, too`() throws {
        let clip = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        let outcome = try run(
            #"printf 'summary: s\nrate: 1/4\n' >$e.yaml; exec "$command" export "$1" -o o.mp4 --preset $e.yaml"#,
            [clip]
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `A pipe is no preset and no side file`() throws {
        let clip = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        for option in ["--preset", "--aae"] {
            let outcome = try run(
                #"rm -f p.yaml; mkfifo p.yaml; exec "$command" export "$1" -o o.mp4 \#(option) ./p.yaml"#,
                [clip]
            )
            #expect(outcome.status == 65 || outcome.status == 64, "\(option): \(outcome.status)")
            #expect(outcome.errors.contains("it is a pipe, a socket or a device"))
        }
    }

    @Test func `A name that no file can have is refused before the work`() throws {
        let clip = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        let long = scratch.file(String(repeating: "n", count: 252) + ".mp4")
        for words in [[], ["--force"]] {
            let outcome = try Command(["export", clip, "-o", long] + words).run()
            #expect(outcome.status == 73)
            #expect(outcome.errors.hasPrefix("error: cannot create \(long): "))
        }
    }

    @Test func `A recording that is under way is not replaced`() throws {
        let path = scratch.file("clip.mp4")
        let first = try Command(RecordTests.camera + ["-o", path]).start()
        #expect(first.waitUntilFile(path, holds: 4096))
        let clip = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch, as: "other")
        for words in [RecordTests.camera + ["-o", path, "--force"], ["export", clip, "-o", path, "--force"]] {
            let second = try Command(words).run()
            #expect(second.status == 73)
            #expect(second.errors.contains("cannot replace \(path): it is still being written"))
        }
        first.signal(2)
        #expect(try first.wait().status == 130)
    }

    @Test func `A line break in a name begins no line`() throws {
        let missing = try Command(["inspect", "no\nhint: rm.mp4"]).run()
        #expect(missing.errors == "error: no such file: no\\u{A}hint: rm.mp4\n")
        let path = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        let name = scratch.file("a\nwarning: b.mp4")
        try FileManager.default.moveItem(atPath: path, toPath: name)
        let words = ["export", name, "-o", scratch.file("c\nhint: d.mp4"), "--edit", "0.1s..9s@1/2"]
        let outcome = try Command(words).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("\nhint: ") && !outcome.errors.contains("\nwarning: b"), "\(outcome.errors)")
    }
}
