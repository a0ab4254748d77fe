import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LocalSockets

/// Lines between two programs of one user.
@Suite(.endsIfItHangs) struct LocalSocketTests {
    /// A folder whose path is short enough for a socket.
    private func folder() throws -> String {
        let path = "\(P_tmpdir)/oc-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard unsafe mkdir(path, 0o700) == 0 else { throw SystemError("mkdir", errno) }
        return path
    }

    private static func connected(_ listener: LocalListener) throws -> LocalConnection {
        guard let connection = try LocalConnection.open(listener.path, patience: 10) else {
            throw SystemError("connect", ECONNREFUSED)
        }
        return connection
    }

    private static func accepted(_ listener: LocalListener) throws -> LocalConnection {
        guard let connection = listener.accept() else { throw SystemError("accept", EINVAL) }
        return connection
    }

    @Test func `Lines go both ways, and only the user can connect`() throws {
        let folder = try folder()
        defer { unsafe rmdir(folder) }
        let listener = try LocalListener.open(in: folder)
        defer { listener.end() }
        var status = stat()
        #expect(unsafe stat(listener.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        var client = try Self.connected(listener)
        var server = try Self.accepted(listener)
        server.send("who are you?")
        client.send("one\u{1F3A5}")
        client.send("two")
        #expect(client.receive() == "who are you?")
        #expect(server.receive() == "one\u{1F3A5}")
        #expect(server.receive() == "two")
    }

    @Test func `A line that does not come is not waited for`() throws {
        let folder = try folder()
        defer { unsafe rmdir(folder) }
        let listener = try LocalListener.open(in: folder)
        defer { listener.end() }
        var client = try Self.connected(listener)
        var server = try Self.accepted(listener)
        server.limitWaits(to: 1)
        client.send("")
        #expect(server.receive() == "")
        #expect(server.receive() == nil)
        client.limitWaits(to: 1)
        #expect(client.receive() == nil)
        let whileItLives = client.isOver
        #expect(!whileItLives)
        do { _ = consume server }
        #expect(client.receive() == nil)
        let afterwards = client.isOver
        #expect(afterwards)
    }

    /// As that of a recording that is suspended.
    @Test func `A socket at which nobody is heard any more is not waited for`() throws {
        let folder = try folder()
        defer { unsafe rmdir(folder) }
        let listener = try LocalListener.open(in: folder)
        defer { listener.end() }
        var waiting: [Int32] = []
        defer { for descriptor in waiting { close(descriptor) } }
        var code: Int32 = 0
        while code == 0 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            waiting.append(descriptor)
            code = unsafe SocketAddress.call(listener.path) { unsafe connect(descriptor, $0, $1) }
        }
        #expect(code == EAGAIN)
        let error = #expect(throws: SocketError.self) { _ = try LocalConnection.open(listener.path, patience: 1) }
        #expect(error?.description == "cannot connect to \(listener.path): Connection timed out")
        #expect(unsafe access(listener.path, F_OK) == 0)
    }

    @Test func `A lack of descriptors or memory passes, and others do not`() {
        for error in [EMFILE, ENFILE, ENOMEM] { #expect(LocalListener.pause(after: error) == 100_000) }
        #expect(LocalListener.pause(after: EINTR) == 0)
        #expect(LocalListener.pause(after: EINVAL) == nil)
    }

    @Test func `Ended, it leaves nothing, and nobody waits`() throws {
        let folder = try folder()
        let listener = try LocalListener.open(in: folder)
        listener.end()
        #expect(throws: SystemError.self) { _ = try Self.accepted(listener) }
        #expect(throws: SystemError.self) { _ = try Self.connected(listener) }
        #expect(unsafe rmdir(folder) == 0, "it is empty")
    }

    @Test func `What a killed program left is removed`() throws {
        let folder = try folder()
        defer { unsafe rmdir(folder) }
        let path = folder + "/1.1.socket"
        // A socket that nobody listens at.
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(unsafe SocketAddress.call(path) { unsafe bind(descriptor, $0, $1) } == 0)
        close(descriptor)
        #expect(unsafe access(path, F_OK) == 0)
        _ = try LocalConnection.open(path, patience: 1)
        #expect(unsafe access(path, F_OK) != 0)
    }

    @Test func `Each socket of a process has a name of its own`() throws {
        let folder = try folder()
        defer { unsafe rmdir(folder) }
        let listeners = [try LocalListener.open(in: folder), try LocalListener.open(in: folder)]
        #expect(Set(listeners.map(\.path)).count == 2)
        // A process of another container, with the same number, has neither.
        let numbers = ["\(folder)/\(getpid()).1.socket", "\(folder)/\(getpid()).2.socket"]
        #expect(Set(listeners.map(\.path)).isDisjoint(with: numbers))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { $0.hasSuffix(".socket") })
        for listener in listeners {
            _ = try Self.connected(listener)
            listener.end()
        }
    }

    @Test func `A path that no socket can have is an error`() throws {
        let error = #expect(throws: SocketError.self) {
            try LocalListener.open(in: "\(P_tmpdir)/" + String(repeating: "x", count: 200))
        }
        #expect(error?.description.contains("File name too long") == true)
    }
}
