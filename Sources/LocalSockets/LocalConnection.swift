internal import Glibc

/// A connection between two programs of the same user, which send each other lines. Nobody else can enter the folder of
/// the sockets.
package struct LocalConnection: ~Copyable, Sendable {
    private let descriptor: Int32
    /// What was received of the next line.
    private var pending: [UInt8] = []
    /// Whether the other program has ended the connection: no line comes any more.
    package private(set) var isOver = false

    /// The longest line, in bytes.
    private static let longest = 1 << 20

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Connects to a socket.
    ///
    /// - Parameters:
    ///   - path: the socket's.
    ///   - seconds: how long every wait for the other program may last, from this one on.
    /// - Returns: the connection; `nil` where nobody listens there any more. Such a socket is removed.
    /// - Throws: ``SocketError`` where so many others wait there that nobody was heard within the time.
    package static func open(_ path: String, patience seconds: Int) throws(SocketError) -> LocalConnection? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let connection = LocalConnection(descriptor: descriptor)
        connection.limitWaits(to: seconds)
        let code = unsafe SocketAddress.call(path) { unsafe connect(descriptor, $0, $1) }
        switch code {
        case 0: return connection
        case EAGAIN: throw SocketError("connect to", path, errno: ETIMEDOUT)
        case ECONNREFUSED:
            unsafe unlink(path)
            return nil
        default: return nil
        }
    }

    /// Has every wait for the other program end after a time, in seconds.
    package func limitWaits(to seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Sends a line, which has no line break in it. Where the other program has gone, nothing happens.
    package func send(_ line: String) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits for a line; `nil` where none comes in time, or any more.
    package mutating func receive() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeSubrange(...end)
                return line
            }
            var block = [UInt8](repeating: 0, count: 4096)
            let count = unsafe block.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0 && errno == EINTR { continue }
            isOver = count == 0 || count < 0 && errno != EAGAIN
            guard count > 0, pending.count < Self.longest else { return nil }
            pending += block[..<count]
        }
    }
}
