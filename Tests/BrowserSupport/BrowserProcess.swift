internal import FoundationEssentials
internal import Glibc
internal import TestSupport

/// A Chromium without a window, spoken to over a pipe in the Chrome DevTools Protocol: messages of JSON, each with a
/// zero after it.
///
/// `@unchecked Sendable`: used by one test at a time (``IdleBrowsers``).
final class BrowserProcess: @unchecked Sendable {
    /// A browser that says nothing for so long is not going to, in milliseconds.
    private static let patience: Int32 = 120_000

    /// What the browser has said of itself without being asked.
    private(set) var events: [Message] = []

    /// Forgets what it has said of itself.
    func forgetEvents() { events = [] }

    private let profile: ScratchDirectory
    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private var unread: [UInt8] = []
    private var lastNumber = 0

    /// Something that the browser says: an answer, with the question's number, or an event.
    struct Message: Decodable {
        var id: Int?
        var method: String?
        var sessionId: String?
        var params: JSONValue?
        var result: JSONValue?
        var error: JSONValue?
    }

    /// It answers, but does not do what it was asked to.
    struct Refusal: Error, CustomStringConvertible { let description: String }

    private struct Question: Encodable {
        var id: Int
        var method: String
        var params: JSONValue
        var sessionId: String?
    }

    init(executable: String) throws {
        profile = try ScratchDirectory()
        let commands = try Pipe()
        let answers = try Pipe()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The protocol's pipes are descriptors 3 and 4.
        unsafe posix_spawn_file_actions_adddup2(&actions, commands.readEnd, 3)
        unsafe posix_spawn_file_actions_adddup2(&actions, answers.writeEnd, 4)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, profile.file("log"), O_WRONLY | O_CREAT, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        let words =
            [executable, "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile.path)"]
            + ["--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--window-size=1280,1000"]
            // Chromium has no sandbox for root.
            + (getuid() == 0 ? ["--no-sandbox"] : []) + ["about:blank"]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        // What it leaves in the folder for temporary files goes with the profile.
        let variables = ProcessInfo.processInfo.environment.merging(["TMPDIR": profile.path]) { $1 }
        var environment = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, executable, &actions, nil, &arguments, &environment)
        close(commands.readEnd)
        close(answers.writeEnd)
        guard code == 0 else { throw SystemError("posix_spawn", code) }
        self.process = process
        input = commands.writeEnd
        output = answers.readEnd
    }

    deinit {
        close(input)
        close(output)
        kill(process, SIGTERM)
        // Some never end by themselves.
        _ = try? ProcessEnd.wait(for: process, seconds: 20)
    }

    /// Asks something and waits for the answer; events in between are kept.
    @discardableResult
    func ask(_ method: String, _ params: JSONValue = [:], session: String? = nil) throws -> JSONValue {
        lastNumber += 1
        let question = Question(id: lastNumber, method: method, params: params, sessionId: session)
        try write(Array(try JSONEncoder().encode(question)) + [0])
        while true {
            let message = try read()
            guard message.id == lastNumber else {
                events.append(message)
                continue
            }
            if let error = message.error { throw Refusal(description: "\(method): \(error)") }
            return message.result ?? .null
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemError("write", errno) }
            rest = rest.dropFirst(count)
        }
    }

    private func read() throws -> Message {
        while true {
            if let end = unread.firstIndex(of: 0) {
                let message = Data(unread[..<end])
                unread.removeSubrange(...end)
                return try JSONDecoder().decode(Message.self, from: message)
            }
            var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&state, 1, Self.patience) > 0 else { throw PageError("the browser does not answer") }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(output, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw PageError("the browser has gone") }
            unread += chunk[..<count]
        }
    }
}

/// Both ends of a pipe, out of the way of the numbers that the browser wants.
private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw SystemError("pipe", errno) }
        readEnd = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
        writeEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
        ends.forEach { close($0) }
    }
}
