import FlyingFox
import Glibc
import Studio
import TestSupport
import Testing

@testable import StudioServer
@testable import overcrank

/// Many at once, and some that never read, get what they can; the server stays.
@Suite(.endsIfItHangs) struct LoadTests {
    /// A server with a clip.
    private static func server() throws -> (RunningServer, ScratchDirectory) {
        let scratch = try ScratchDirectory()
        var settings = StudioSettings()
        settings.clips = [try Clip("mp4", frames: 240, at: .fps(240)).write(to: scratch)]
        settings.outputFolder = scratch.path
        return (try RunningServer(settings), scratch)
    }

    @Test func `A thousand requests at once are answered or refused`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            var clients: [PlainClient] = []
            for number in 0..<1000 {
                let client = try PlainClient(port: server.port)
                let path = number.isMultiple(of: 2) ? "api/clips/1" : "api/clips/1/frame/\(number % 24)?width=160"
                try client.send(
                    Array("GET \(server.root)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n".utf8)
                )
                clients.append(client)
            }
            for client in clients {
                let status = try client.reply()?.status
                #expect(status == 200 || status == 503)
            }
            #expect(try server.get("api/session")?.status == 200)
        }
    }

    @Test func `Fifty pages look at frames, and each gets its own`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            var pages: [PlainClient] = []
            for number in 0..<50 {
                let page = try PlainClient(port: server.port)
                #expect(try page.openSocket(server.root + "ws", port: server.port)?.status == 101)
                try page.sendText(#"{"type":"look","clip":1,"frame":\#(number * 4),"width":160,"stride":0}"#)
                pages.append(page)
            }
            for (number, page) in pages.enumerated() { #expect(try Self.exact(page) == number * 4) }
        }
    }

    @Test func `A page that reads nothing holds nobody up, and takes no memory`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let lazy = try PlainClient(port: server.port)
            #expect(try lazy.openSocket(server.root + "ws", port: server.port)?.status == 101)
            let page = try PlainClient(port: server.port)
            #expect(try page.openSocket(server.root + "ws", port: server.port)?.status == 101)
            for number in 0..<480 {
                try lazy.sendText(#"{"type":"look","clip":1,"frame":\#(number * 7 % 240),"width":320,"stride":7}"#)
            }
            for frame in [3, 200, 100] {
                try page.sendText(#"{"type":"look","clip":1,"frame":\#(frame),"width":160,"stride":0}"#)
                #expect(try Self.exact(page) == frame)
            }
        }
    }

    @Test func `A page that cannot be written to leaves its place`() async throws {
        let scratch = try ScratchDirectory()
        var settings = StudioSettings()
        settings.outputFolder = scratch.path
        let session = try StudioSession(settings, planner: CommandPlanner())
        defer { session.close() }
        let pages = OpenPages(most: 1)
        #expect(pages.enter())
        let checks = ClipChecks(session, try WorkPool(threads: 1, waiting: 1))
        // Nothing comes from the page, and nobody reads what goes to it.
        let (silence, _) = AsyncThrowingStream<WSFrame, any Error>.makeStream()
        _ = try await PageSocket(session: session, pages: pages, checks: checks).makeFrames(for: silence)
        #expect(pages.enter())
    }

    @Test(arguments: ["{", "{}", #"{"type":"look"}"#, #"{"type":"look","clip":9,"frame":1}"#, #"{"type":1}"#, ""])
    func `Messages that mean nothing change nothing`(text: String) async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let page = try PlainClient(port: server.port)
            #expect(try page.openSocket(server.root + "ws", port: server.port)?.status == 101)
            try page.sendText(text)
            try page.sendText(#"{"type":"look","clip":1,"frame":-5,"width":-1,"stride":0}"#)
            #expect(try Self.exact(page) == 0)
        }
    }

    /// The number of the next frame that comes as the one that was asked for.
    private static func exact(_ page: PlainClient) throws -> Int {
        while true {
            let (kind, bytes) = try page.message()
            guard kind == 2, bytes.count > 16, bytes[8] == 1 else { continue }
            return Int(bytes[4]) | Int(bytes[5]) << 8
        }
    }
}
