internal import Files
internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Glibc
public import Studio

/// Shows a session as a page on this machine: HTTP and WebSockets on 127.0.0.1, behind an address that cannot be guessed.
public final class StudioServer: Sendable {
    /// The session that is shown.
    public let session: StudioSession
    private let access = Access()
    private let entrance = Entrance()
    private let pool: WorkPool
    private let pages = OpenPages(most: 64)

    /// A server of a session.
    ///
    /// - Throws: Where the system gives no threads.
    public init(_ session: StudioSession) throws {
        self.session = session
        pool = try WorkPool(threads: 6, waiting: 1024)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameters:
    ///   - port: On which; 0 for any.
    ///   - onReady: is called with the address of the page, and with another one that leads there once: it may become known to other users
    ///     of the machine.
    /// - Throws: `StudioError` where the port cannot be had.
    public func run(
        port: UInt16,
        onReady: @escaping @Sendable (_ address: String, _ entrance: String) -> Void
    ) async throws {
        Self.allowManyFiles()
        let handler = Handler(access: access, entrance: entrance, session: session, pool: pool, pages: pages)
        let configuration = HTTPServer.Configuration(
            address: try .inet(ip4: "127.0.0.1", port: port),
            timeout: 600,
            logger: .disabled
        )
        let server = HTTPServer(config: configuration, handler: handler)
        defer { pool.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await server.run()
                } catch let SocketError.failed(_, number, _) where !Task.isCancelled {
                    let reason = SystemError.words(for: number).lowercased()
                    let hint: String? =
                        switch number {
                        case EADDRINUSE: "another program serves there; without a port any free one is taken"
                        case EACCES: "ports below 1024 are for the system; without a port any free one is taken"
                        default: nil
                        }
                    throw StudioError(.failed, "cannot serve on port \(port): \(reason)", hint: hint)
                } catch let error where !Task.isCancelled {
                    throw StudioError(.failed, "cannot serve on port \(port): \(error.localizedDescription)")
                }
            }
            group.addTask { [access, entrance] in
                try await server.waitUntilListening()
                guard case .ip4(_, let port) = await server.listeningAddress else { return }
                handler.port.set(port)
                let server = "http://127.0.0.1:\(port)"
                onReady("\(server)/\(access.token)/", server + entrance.path)
                while true { try await Task.sleep(for: .seconds(3600)) }
            }
            do {
                try await group.next()
            } catch is CancellationError {}
            group.cancelAll()
        }
    }

    /// A connection is a file. The usual limit is 1,024 of them.
    private static func allowManyFiles() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 16384)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// What every request goes through.
private struct Handler: HTTPHandler {
    let access: Access
    let entrance: Entrance
    let session: StudioSession
    let pool: WorkPool
    let pages: OpenPages
    let port = ServedPort()

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = try await answer(to: request)
        return request.method == .HEAD ? Answer.head(of: answer) : answer
    }

    private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
        let port = port.value
        guard access.isOwn(request, port: port) else { return Answer.refused }
        // As it was sent: FlyingFox's own path is put right, and has lost what it ended with.
        let asked = request.target.path()
        if request.method == .GET, entrance.opens(asked, to: user(of: request, port)) {
            return Answer.elsewhere("/\(access.token)/")
        }
        guard let path = access.rest(of: asked) else { return Answer.nothing }
        do {
            let body = try await body(of: request)
            return try await Router(session: session, pool: pool, pages: pages, port: port)
                .answer(request, path, body: body)
        } catch {
            return Answer.failure(error)
        }
    }

    private func user(of request: HTTPRequest, _ port: UInt16) -> uid_t? {
        guard case .ip4(_, let from) = request.remoteAddress else { return nil }
        return PeerUser.user(from: from, to: port)
    }

    private func body(of request: HTTPRequest) async throws -> [UInt8] {
        guard request.headers[.transferEncoding] == nil else {
            throw StudioError(.invalid, "the request does not say how long it is")
        }
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= Query.mostBytes else { throw StudioError(.invalid, "the request is too long") }
        return length == 0 ? [] : Array(try await request.bodyData)
    }
}
