internal import FoundationEssentials
package import Glibc

/// The built command, run as a user runs it.
package struct Command: Sendable {
    /// What a run left behind.
    package struct Outcome: Sendable {
        /// The exit code, or 128 + the signal that ended it, as a shell says it.
        package let status: Int32
        package let output: String
        package let errors: String
    }

    private let words: [String]

    /// `overcrank` with arguments.
    package init(_ arguments: [String]) throws { words = [try Self.executable] + arguments }

    /// `overcrank` with arguments, started by a shell script that ends in `exec "$@"`.
    package init(within script: String, _ arguments: [String]) throws {
        words = ["/bin/sh", "-c", script, "sh", try Self.executable] + arguments
    }

    package func run() throws -> Outcome { try start().wait() }

    package func start() throws -> RunningCommand { try RunningCommand(words) }

    /// Where the command stands: beside the bundle of the tests that are running.
    package static var directory: String {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return String(bundle.prefix(upTo: bundle.lastIndex(of: "/") ?? bundle.startIndex))
        }
    }

    private static var executable: String {
        get throws {
            let path = try directory + "/overcrank"
            guard FileManager.default.isExecutableFile(atPath: path) else {
                throw SystemError("there is no \(path)", ENOENT)
            }
            return path
        }
    }
}

/// A command at work.
package final class RunningCommand {
    private let scratch: ScratchDirectory
    package let process: pid_t

    package init(_ words: [String]) throws {
        scratch = try ScratchDirectory()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, scratch.file("output"), create, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, scratch.file("errors"), create, 0o600)
        // Help is as wide as the terminal says, and tests have none.
        let words = ["/usr/bin/env", "COLUMNS=80"] + words
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw SystemError("posix_spawn", code) }
        self.process = process
    }

    /// Whether it has not ended; what it leaves can still be waited for.
    package var isRunning: Bool {
        var information = unsafe siginfo_t()
        let options = WEXITED | WNOHANG | WNOWAIT
        guard unsafe waitid(P_PID, id_t(process), &information, options) == 0 else { return false }
        return unsafe information.si_signo == 0
    }

    /// What it has said to people so far.
    package var errors: String {
        get throws { String(decoding: try ScratchDirectory.bytes(of: scratch.file("errors")), as: UTF8.self) }
    }

    /// What it has said to programs so far.
    package var output: String {
        get throws { String(decoding: try ScratchDirectory.bytes(of: scratch.file("output")), as: UTF8.self) }
    }

    package func signal(_ number: Int32) { kill(process, number) }

    package func wait() throws -> Command.Outcome {
        let status = try ProcessEnd.wait(for: process)
        let ending = status & 0x7F
        return Command.Outcome(
            status: ending == 0 ? status >> 8 & 0xFF : 128 + ending,
            output: try output,
            errors: try errors
        )
    }
}
