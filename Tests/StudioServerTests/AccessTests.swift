import Glibc
import Studio
import TestSupport
import Testing

@testable import StudioServer

/// Whoever is not the page gets nothing.
@Suite(.endsIfItHangs) struct AccessTests {
    /// A server with a clip.
    private static func server() throws -> (RunningServer, ScratchDirectory) {
        let scratch = try ScratchDirectory()
        let clip = try Clip("mp4", frames: 24, at: .fps(24)).write(to: scratch)
        #expect(unsafe mkdir(scratch.file("in"), 0o700) == 0)
        #expect(unsafe mkdir(scratch.file("out"), 0o700) == 0)
        #expect(unsafe symlink(clip, scratch.file("in/link.mp4")) == 0)
        var settings = StudioSettings()
        settings.clips = [try Clip("mp4", frames: 24, at: .fps(24)).write(to: scratch, as: "given")]
        settings.folders = [scratch.file("in")]
        settings.outputFolder = scratch.file("out")
        return (try RunningServer(settings), scratch)
    }

    @Test func `The page and its session are there, with headers that keep everything within`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let page = try #require(try server.get(""))
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"]?.contains("default-src 'self'") == true)
            #expect(page.headers["referrer-policy"] == "no-referrer")
            #expect(page.headers["x-content-type-options"] == "nosniff")
            let session = try #require(try server.get("api/session"))
            #expect(session.status == 200)
            #expect(session.text.contains("\"frames\":24"))
        }
    }

    @Test(arguments: ["", "api/folders?path=/usr", "nothing"])
    func `Whoever asks for the head gets the head of what others get`(path: String) async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let whole = try #require(try server.get(path))
            let client = try PlainClient(port: server.port)
            try client.send(
                Array(
                    "HEAD \(server.root)\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n\r\n"
                        .utf8
                )
            )
            let bytes = try client.receive(1 << 24)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 \(whole.status) "))
            #expect(text.hasSuffix("\r\n\r\n"))
            let length = try #require(whole.headers["content-length"])
            #expect(text.lowercased().contains("content-length: \(length)\r\n"))
        }
    }

    @Test(arguments: ["POST", "PUT", "TRACE", "DELETE"]) func `Nobody writes to the page`(method: String) async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let reply = try PlainClient(port: server.port).request(server.root, method: method, port: server.port)
            #expect(reply?.status == 405)
            #expect(reply?.headers["allow"] == "GET, HEAD")
        }
    }

    @Test func `A wrong token finds nothing, and every wrong one the same`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let good = server.root
            var replies: [String] = []
            for path in [
                "/", "/api/session", "/\(String(repeating: "a", count: 32))/api/session",
                String(good.dropLast(2)) + "/",
                "//" + good,
            ] {
                let reply = try #require(try PlainClient(port: server.port).request(path, port: server.port))
                #expect(reply.status == 404, "\(path)")
                replies.append(reply.text)
            }
            #expect(Set(replies).count == 1)
        }
    }

    @Test func `What a browser is started with leads to the page once`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            func ask(_ method: String = "GET") throws -> PlainClient.Reply? {
                try PlainClient(port: server.port).request(server.entrance, method: method, port: server.port)
            }
            #expect(!server.entrance.contains(server.root.dropFirst().dropLast()))
            #expect(try ask("POST")?.status == 404)
            let reply = try #require(try ask())
            #expect(reply.status == 303)
            #expect(reply.headers["location"] == server.root)
            #expect(try ask()?.status == 404)
        }
    }

    @Test func `Another user is not let in, and uses nothing up`() {
        let entrance = Entrance()
        #expect(!entrance.opens(entrance.path, to: getuid() + 1))
        #expect(!entrance.opens(entrance.path, to: nil))
        #expect(!entrance.opens("/", to: getuid()))
        #expect(entrance.opens(entrance.path, to: getuid()))
        #expect(!entrance.opens(entrance.path, to: getuid()))
    }

    @Test func `Whose a connection is stands in the system's table`() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 20 4 30 10 -1
               1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 1 1 0 20 4 30 10 -1
               2: damaged
            """
        #expect(PeerUser.user(in: table, from: 50000, to: 8080) == 1001)
        #expect(PeerUser.user(in: table, from: 8080, to: 50000) == 1000)
        #expect(PeerUser.user(in: table, from: 50001, to: 8080) == nil)
        #expect(PeerUser.user(in: "", from: 1, to: 2) == nil)
    }

    @Test(arguments: ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
    func `Other hosts are refused`(host: String) async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            #expect(try server.get("api/session", host: host)?.status == 403)
        }
    }

    @Test func `Other origins are refused, and the page's own is not`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            for origin in ["http://evil.example", "null", "https://127.0.0.1:\(server.port)", "http://127.0.0.1:1"] {
                #expect(try server.get("api/session", headers: ["Origin: \(origin)"])?.status == 403, "\(origin)")
            }
            #expect(try server.get("api/session", headers: ["Origin: http://127.0.0.1:\(server.port)"])?.status == 200)
            #expect(try server.get("api/session", host: "localhost:\(server.port)")?.status == 200)
        }
    }

    @Test(arguments: [
        "../api/session", "page/../../etc/passwd", "page/..%2F..%2Fetc%2Fpasswd", "page/index.html",
        "api/clips/1/still/../../2",
        "api", "api/", "api/none", "api/clips/x", "api/clips/-1", "api/clips/1/frame/-1", "api/clips/1/frame/1/2",
        "api/preview/p1", "api/preview/x/frames", "page/", "page/a.js/b", "ws/x",
    ])
    func `Paths that lead nowhere find nothing`(path: String) async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch
            #expect(try server.get(path)?.status == 404)
        }
    }

    @Test func `Files outside are not read, by whatever name`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            for path in [
                scratch.file("clip.mp4"), scratch.file("in/link.mp4"), scratch.file("in/../clip.mp4"), "/etc/passwd",
                "",
            ] {
                #expect(try server.post("api/clips", #"{"path":"\#(path)"}"#)?.status == 403, "\(path)")
            }
            #expect(try server.get("api/folders?path=/etc")?.status == 403)
            #expect(
                try server.get("api/folders?path=\(scratch.file("in"))")?.text
                    == #"{"entries":[],"path":"\#(scratch.file("in"))"}"#
            )
        }
    }

    @Test(arguments: ["", "{", "[]", "null", "{\"document\":3}", "{\"document\":{\"clips\":[1e400]}}", "\u{0}\u{1}"])
    func `Bodies that are no JSON are refused in words`(body: String) async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            for path in ["api/edit", "api/plan", "api/preview", "api/exports", "api/presets", "api/align", "api/clips"]
            {
                let reply = try #require(try server.post(path, body))
                #expect(reply.status == 400, "\(path)")
                #expect(reply.text.contains("\"error\""))
            }
        }
    }

    @Test func `Bodies that are too long, or of unknown length, are refused`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            let long = try #require(try server.post("api/edit", String(repeating: "x", count: 3 << 20)))
            #expect(long.status == 400)
            let client = try PlainClient(port: server.port)
            try client.send(
                Array(
                    "POST \(server.root)api/edit HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                        .utf8
                )
            )
            #expect(try client.reply()?.status == 400)
            #expect(try server.get("api/session")?.status == 200)
        }
    }

    @Test func `Numbers that mean nothing are refused`() async throws {
        try await apart {
            let (server, scratch) = try Self.server()
            _ = scratch

            for path in [
                "api/clips/1/frame/24", "api/clips/1/frame/99999999999", "api/clips/1/waveform?from=0&to=1&count=10",
                "api/clips/9", "api/preview/p9/frames?from=0&count=1&rate=1",
            ] {
                let status = try #require(try server.get(path)).status
                #expect((400..<500).contains(status), "\(path)")
            }
            for path in [
                "api/clips/1/frame/1?width=x", "api/clips/1/thumbnail?time=inf", "api/clips/1/thumbnail", "api/folders",
            ] {
                #expect(try server.get(path)?.status == 400, "\(path)")
            }
        }
    }
}
