import FoundationEssentials
import Glibc
import LocalSockets
import Pipeline
import TestSupport
import Testing

@testable import overcrank

/// How a recording answers other programs.
@Suite(.endsIfItHangs) struct ControlServerTests {
    private static func connected(in folder: String) throws -> LocalConnection {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard let name = names.first, let connection = try LocalConnection.open("\(folder)/\(name)", patience: 30)
        else {
            throw SystemError("connect", ECONNREFUSED)
        }
        return connection
    }

    private static func read<Message: Decodable>(_ type: Message.Type, from line: String?) -> Message? {
        line.flatMap { RecordingMessage.read(type, from: $0) }
    }

    @Test func `A program is greeted while what another asked for takes its time`() throws {
        // Sockets have short names.
        let folder = "\(P_tmpdir)/oc-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard unsafe mkdir(folder, 0o700) == 0 else { throw SystemError("mkdir", errno) }
        defer { unsafe rmdir(folder) }
        let greeting = RecordingMessage.Greeting(process: 1, id: "slow", node: nil)
        let words = Monitor([String]())
        let server = try ControlServer.open(in: folder, greeting, patience: 600) { request in
            words.withLock { $0 += request.words }
            // The first request takes until the second program is greeted.
            if request.words == ["first"] { _ = words.wait { $0.contains("greeted") ? true : nil } }
            return try ControlReply(controls: [], said: request.words)
        }
        defer { server.end() }
        var first = try Self.connected(in: folder)
        #expect(Self.read(RecordingMessage.Greeting.self, from: first.receive()) == greeting)
        first.send(try #require(RecordingMessage.line(ControlRequest(words: ["first"]))))
        _ = words.wait { $0.contains("first") ? true : nil }
        var second = try Self.connected(in: folder)
        second.send(try #require(RecordingMessage.line(ControlRequest(words: ["second"]))))
        #expect(Self.read(RecordingMessage.Greeting.self, from: second.receive()) == greeting)
        words.withLock { $0.append("greeted") }
        let replies = [first.receive(), second.receive()].map { Self.read(RecordingMessage.Answer.self, from: $0) }
        #expect(
            replies == [
                .reply(try ControlReply(controls: [], said: ["first"])),
                .reply(try ControlReply(controls: [], said: ["second"])),
            ]
        )
        // One after the other.
        #expect(words.withLock { $0 } == ["first", "greeted", "second"])
    }
}
