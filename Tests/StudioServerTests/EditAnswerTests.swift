import Export
import FoundationEssentials
import Glibc
import PathNames
import TestSupport
import Testing

@testable import Studio
@testable import StudioServer
@testable import overcrank

/// What the page shows of an edit is what the command says.
@Suite(.endsIfItHangs) struct EditAnswerTests {
    private struct Edit: Decodable {
        struct Segment: Decodable {
            let sourceStart, sourceEnd, targetStart, targetEnd: String
            let rateStart: Double
            let kind: String
        }
        struct Problem: Decodable {
            let field, message: String
            let startSeconds, endSeconds: Double?
        }
        let arguments: [String]
        let commandLine: String
        let map: [Segment]?
        let targetDuration: String?
        let problems: [Problem]
        let idleSettings: [String]
    }

    private struct DryRun: Decodable {
        struct Plan: Decodable {
            let duration: String
            let tracks: [Track]
        }
        struct Track: Decodable { let segments: [Segment] }
        struct Segment: Decodable { let sourceStart, sourceEnd, start, end: String }
        let plan: Plan
    }

    /// A name that shells, parsers and JSON could all misread.
    private static let name = "-it's \"ä\" $x; 1s..2s@.mp4"

    /// What is answered to an edit of the first clip; `parts` are those of the document beside it.
    private static func edit(_ server: RunningServer, _ parts: String) throws -> Edit {
        let reply = try #require(try server.post("api/edit", #"{"document":{"clips":[1],\#(parts)}}"#))
        return try JSONDecoder().decode(Edit.self, from: Data(reply.body))
    }

    private static func server(_ scratch: ScratchDirectory) throws -> (RunningServer, String) {
        var clip = Clip("mp4", frames: 240, at: .fps(120))
        clip.frames?.keyInterval = 250
        let path = scratch.file(name)
        try clip.write(to: path)
        var settings = StudioSettings()
        (settings.clips, settings.outputFolder) = ([path], scratch.path)
        settings.program = CommandPlanner.program(try Self.program)
        return (try RunningServer(settings), path)
    }

    /// The command, beside the tests.
    private static var program: String {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return String(bundle.prefix(upTo: bundle.lastIndex(of: "/") ?? bundle.startIndex)) + "/overcrank"
        }
    }

    private static let edits =
        #""in":"12f","out":"1.9s","edits":["60f..120f@1/4","1s..1.5s@1..1/3 smooth","1.5s+1s","1.6s..1.8s@-1/2"]"#

    /// The command itself says which of its options take no value.
    @Test func `No text of a setting becomes another clip`() throws {
        let scratch = try ScratchDirectory()
        let clips = try ["one", "other"].map { try Clip("mp4", frames: 4, at: .fps(30)).write(to: scratch, as: $0) }
        for option in EditCommand.settings {
            let text = #"{"clips":[1],"settings":{"\#(option)":"\#(clips[1])"}}"#
            let document = try JSONDecoder().decode(EditDocument.self, from: Data(text.utf8))
            let command = EditCommand(document, paths: [clips[0]], into: scratch.path)
            guard let plan = try? CommandPlanner().plan(command.arguments, opened: []) else { continue }
            #expect(plan.inputs.count == 1, "\(option)")
        }
    }

    @Test func `Edits that collide are both marked, with where they do`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let wrong = try Self.edit(server, #""edits":["0s..0.2s@2","0.5s..1s@1/4"," 0.75s..1.5s@2"]"#)
            #expect(wrong.map == nil)
            #expect(wrong.problems.map(\.field) == ["edits[1]", "edits[2]"])
            #expect(Set(wrong.problems.map(\.message)).count == 1)
            #expect(wrong.problems.allSatisfy { $0.startSeconds == 0.75 && $0.endSeconds == 1 })
            let late = try Self.edit(server, #""edits":["0s..0.2s@2","5s..6s@1/4"]"#)
            #expect(late.problems.map(\.field) == ["edits[1]"])
            #expect(late.problems.allSatisfy { $0.startSeconds == nil })
            // A ramp that the in point cuts is no problem.
            let cut = try Self.edit(server, #""in":"0.75s","edits":["0.5s..1s@1..1/4"]"#)
            #expect(cut.problems.isEmpty)
            #expect(cut.map?.map(\.kind) == ["ramp", "play"])
            #expect(try #require(cut.map?.first).rateStart < 0.75)
        }
    }

    @Test func `What has no effect is not offered, and is wrong at its field where it is set`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            #expect(try Self.edit(server, #""edits":[]"#).idleSettings == ["capture-rate", "plays", "snap"])
            #expect(
                try Self.edit(server, #""output":"a.gif","settings":{"conform":"30"},"pitch":"low-latency""#)
                    .idleSettings == []
            )
            for (settings, field) in [
                (#""settings":{"capture-rate":"240"}"#, "settings.capture-rate"),
                (#""settings":{"plays":"3"}"#, "settings.plays"),
            ] {
                #expect(try Self.edit(server, settings).problems.map(\.field) == [field])
            }
        }
    }

    @Test func `A name that the result cannot have hinders no look at it`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let body = #"{"document":{"clips":[1],"settings":{"rate":"1/2"},"output":"slow"}}"#
            let edit = try JSONDecoder().decode(Edit.self, from: Data(#require(try server.post("api/edit", body)).body))
            #expect(edit.problems.map(\.field) == ["output"])
            #expect(edit.targetDuration == "4/1")
            #expect(edit.arguments.contains { $0.hasSuffix("/slow") })
            #expect(try server.post("api/preview", body)?.status == 200)
        }
    }

    @Test func `The map is that of the dry run, to the digit`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let body = #"{"document":{"clips":[1],\#(Self.edits),"settings":{"rate":"2/3"},"output":"a.mkv"}}"#
            let reply = try #require(try server.post("api/edit", body))
            let edit = try JSONDecoder().decode(Edit.self, from: Data(reply.body))
            #expect(edit.problems.map(\.message) == [])
            let map = try #require(edit.map)
            #expect(map.count > 4)
            // The shown command line, typed into a shell.
            let words = edit.commandLine.dropFirst("overcrank".count) + " --dry-run --json"
            let script = try scratch.write(
                Array("\(try Self.program)\(words) > '\(scratch.file("plan.json"))'".utf8),
                to: "script"
            )
            #expect(unsafe system("bash \(script)") == 0)
            let plan = try JSONDecoder().decode(
                DryRun.self,
                from: Data(try ScratchDirectory.bytes(of: scratch.file("plan.json")))
            )
            #expect(plan.plan.duration == edit.targetDuration)
            #expect(
                plan.plan.tracks.first?.segments.map { [$0.sourceStart, $0.sourceEnd, $0.start, $0.end] }
                    == map.map { [$0.sourceStart, $0.sourceEnd, $0.targetStart, $0.targetEnd] }
            )
        }
    }

    @Test func `An export of the page is that of the shown command line, and becomes a clip`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let document = #"{"clips":[1],\#(Self.edits),"settings":{"frame-rate":"30"},"output":"page's.mp4"}"#
            #expect(try server.post("api/exports", #"{"document":\#(document)}"#)?.status == 200)
            try Patience.wait {
                server.session.exports.jobs.allSatisfy { $0.stage == .done || $0.stage == .failed }
            }
            let job = try #require(server.session.exports.jobs.first)
            #expect(job.stage == .done, "\(job.message ?? "")")
            #expect(try server.session.library.clip(job.clip ?? 0).media.path == scratch.file("page's.mp4"))
            var words = job.arguments
            let place = try #require(words.firstIndex(of: job.output))
            words[place] = scratch.file("typed.mp4")
            let line = ShellText.line([try Self.program] + words)
            #expect(unsafe system("bash \(try scratch.write(Array(line.utf8), to: "typed"))") == 0)
            let (page, typed) = try (ClipReader(job.output), ClipReader(scratch.file("typed.mp4")))
            #expect(try page.frames() == typed.frames())
            #expect(page.packets == typed.packets)
            // The same once more is refused, unless it is to be replaced.
            #expect(try server.post("api/exports", #"{"document":\#(document)}"#)?.status == 409)
            #expect(try server.post("api/exports", #"{"document":\#(document),"force":true}"#)?.status == 200)
        }
    }

    @Test func `What the command would refuse is said in its words`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let body = #"{"document":{"clips":[1],"in":"9s","settings":{"crop":"1x1+9999+0"},"output":"a.mp4"}}"#
            let reply = try #require(try server.post("api/edit", body))
            let edit = try JSONDecoder().decode(Edit.self, from: Data(reply.body))
            #expect(edit.map == nil)
            #expect(edit.problems.first?.message.contains("begins after the end of") == true)
            #expect(try server.post("api/plan", body)?.status == 400)
        }
    }

    @Test func `A result that would replace its clip is a problem of its name, and the map is shown all the same`()
        async throws
    {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, path) = try Self.server(scratch)
            let document = ["document": Document(clips: [1], output: path.split(separator: "/").last.map(String.init))]
            let body = String(decoding: try JSONEncoder().encode(document), as: UTF8.self)
            let edit = try JSONDecoder().decode(Edit.self, from: Data(#require(try server.post("api/edit", body)).body))
            #expect(edit.problems.map(\.field) == ["output"])
            #expect(edit.problems.first?.message.contains("it would be destroyed") == true)
            #expect(edit.map?.isEmpty == false)
        }
    }

    @Test func `The name that a result gets is said, and what to do where clips have no sound in common`() async throws
    {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, path) = try Self.server(scratch)
            let stem = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? ""
            for (given, name) in [("", "\(stem)-edit.mp4"), (#","output":"a.mkv""#, "a.mkv")] {
                let reply = try server.post("api/edit", #"{"document":{"clips":[1]\#(given)}}"#)
                #expect(try JSONDecoder().decode(Named.self, from: Data(#require(reply).body)).outputName == name)
            }
            let refusal = try #require(try server.post("api/align", #"{"first":1,"second":1}"#))
            #expect(refusal.status == 422)
            let said = try JSONDecoder().decode(Refusal.self, from: Data(refusal.body))
            #expect(said.error.contains("no audio"))
            #expect(said.hint?.isEmpty == false)
        }
    }

    private struct Named: Decodable { let outputName: String }
    private struct Document: Encodable {
        let clips: [Int]
        let output: String?
    }
    private struct Refusal: Decodable {
        let error: String
        let hint: String?
    }

    @Test func `A preview's frames and sound come as numbers`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let preview = try #require(
                try server.post("api/preview", #"{"document":{"clips":[1],"edits":["0s..1s@1/2"]}}"#)
            )
            #expect(preview.text.contains(#""targetDuration":"3/1""#))
            let frames = try #require(try server.get("api/preview/p1/frames?from=0&count=4&rate=1"))
            #expect(frames.body == [0, 0, 0, 0, 60, 0, 0, 0, 120, 0, 0, 0, 255, 255, 255, 255])
            #expect(try server.get("api/preview/p1/sound?algorithm=spectral&from=0&count=10")?.status == 400)
        }
    }

    @Test func `A file that was replaced is found out by what is asked, and opened anew for a page`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, path) = try Self.server(scratch)
            let page = try PlainClient(port: server.port)
            #expect(try page.openSocket(server.root + "ws", port: server.port)?.status == 101)
            let other = try Clip("mp4", frames: 9, at: .fps(30)).write(to: scratch, as: "other")
            #expect(unsafe rename(other, path) == 0)
            let body = #"{"document":{"clips":[1]}}"#
            for place in ["edit", "plan", "preview", "exports"] {
                let reply = try #require(try server.post("api/\(place)", body))
                #expect(reply.status == 410, "\(place)")
                #expect(reply.text.contains("was replaced by another file since it was opened"))
            }
            #expect(try server.get("api/clips/1/times")?.status == 410)
            #expect(server.session.exports.jobs.isEmpty)
            try page.sendText(#"{"type":"look","clip":1,"frame":3,"width":160,"stride":0}"#)
            while true {
                let (kind, bytes) = try page.message()
                if kind == 1, String(decoding: bytes, as: UTF8.self).contains(#""status":410"#) { break }
            }
            let session = try #require(try server.get("api/session"))
            #expect(session.status == 200 && session.text.contains(#""id":2"#))
            #expect(try server.session.library.clip(2).frameCount == 9)
            #expect(try server.post("api/edit", #"{"document":{"clips":[2]}}"#)?.status == 200)
        }
    }

    @Test func `The times of all frames are those of the file`() async throws {
        try await apart {
            let scratch = try ScratchDirectory()
            let (server, _) = try Self.server(scratch)
            let clip = try server.session.library.clip(1)
            try Patience.wait { clip.index.isComplete }
            let reply = try #require(try server.get("api/clips/1/times"))
            #expect(reply.body.count == 8 * 240)
            #expect(Array(reply.body[8..<16]) == Binary.bytes(of: [1.0 / 120]))
        }
    }
}
