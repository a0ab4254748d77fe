import Pipeline
import Studio
import TestSupport
import Testing

@testable import StudioServer
@testable import overcrank

/// A server at work, with the planner of the command.
final class RunningServer: Sendable {
    let session: StudioSession
    let port: UInt16
    /// The path of the page.
    let root: String
    /// That which leads there once.
    let entrance: String
    private let task: Task<Void, any Error>

    init(_ settings: StudioSettings) throws {
        let session = try StudioSession(settings, planner: CommandPlanner())
        let server = try StudioServer(session)
        let addresses = Monitor<[String]?>(nil)
        // Before the bodies of all other tests, which would else come between any two of its steps.
        task = Task(priority: .high) {
            try await server.run(port: 0) { page, entrance in addresses.withLock { $0 = [page, entrance] } }
        }
        let ready = try #require(addresses.wait(milliseconds: 1000 * Patience.seconds) { $0 })
        let parts = ready[0].split(separator: "/")
        entrance = ready[1].split(separator: "/").last.map { "/\($0)" } ?? ""
        port = UInt16(parts[1].split(separator: ":")[1]) ?? 0
        root = "/\(parts[2])/"
        self.session = session
    }

    deinit {
        task.cancel()
        session.close()
    }

    /// One request on a connection of its own.
    func get(_ path: String, headers: [String] = [], host: String? = nil) throws -> PlainClient.Reply? {
        try PlainClient(port: port).request(root + path, headers: headers, host: host, port: port)
    }

    func post(_ path: String, _ body: String) throws -> PlainClient.Reply? {
        try PlainClient(port: port).request(root + path, method: "POST", port: port, body: Array(body.utf8))
    }
}
