import Glibc
import TestSupport

/// A client that sends bytes as a test has them, so that it can also send what no browser would.
final class PlainClient {
    /// What came back.
    struct Reply {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let socket: Int32
    private var rest: [UInt8] = []

    init(port: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw SystemError("socket", errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw SystemError("connect", errno) }
    }

    deinit { close(socket) }

    func send(_ bytes: [UInt8]) throws {
        var left = bytes[...]
        while !left.isEmpty {
            let count = unsafe left.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw SystemError("send", errno) }
            left = left.dropFirst(count)
        }
    }

    /// Bytes up to a number; fewer at the end.
    func receive(_ count: Int) throws -> [UInt8] {
        while rest.count < count, try fill() {}
        defer { rest.removeFirst(min(count, rest.count)) }
        return Array(rest.prefix(count))
    }

    private func fill() throws -> Bool {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe block.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return false }
        rest += block[..<count]
        return true
    }

    /// The next answer; `nil` where the server has closed the connection.
    func reply() throws -> Reply? {
        let mark = Array("\r\n\r\n".utf8)
        func end() -> Int? { (0..<max(0, rest.count - 3)).first { Array(rest[$0..<$0 + 4]) == mark } }
        while end() == nil { guard try fill() else { return nil } }
        let head = String(decoding: try receive(end() ?? 0), as: UTF8.self)
        _ = try receive(4)
        let lines = head.split(separator: "\r\n").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
        }
        let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        let length = status == 101 ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        return Reply(status: status, headers: headers, body: try receive(length))
    }

    /// A request as a page sends it, but for the headers that a test changes.
    func request(
        _ path: String,
        method: String = "GET",
        headers: [String] = [],
        host: String? = nil,
        port: UInt16,
        body: [UInt8] = []
    ) throws -> Reply? {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
        if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
        try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        return try reply()
    }

    // MARK: WebSockets

    /// Opens the page's connection.
    func openSocket(_ path: String, port: UInt16) throws -> Reply? {
        try request(
            path,
            headers: [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            ],
            port: port
        )
    }

    /// Sends a text.
    func sendText(_ text: String) throws {
        let payload = Array(text.utf8)
        precondition(payload.count < 126, "a short text")
        try send([0x81, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload)
    }

    /// The next message of the server: its kind and what it holds.
    func message() throws -> (kind: UInt8, bytes: [UInt8]) {
        let head = try receive(2)
        guard head.count == 2 else { throw SystemError("the end", 0) }
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            let count = length == 126 ? 2 : 8
            length = try receive(count).reduce(0) { $0 << 8 | Int($1) }
        }
        return (head[0] & 0x0F, try receive(length))
    }
}
