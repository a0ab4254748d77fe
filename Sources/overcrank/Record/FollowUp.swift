internal import Capture
internal import MediaTime
internal import Pipeline
internal import Programs
internal import Synchronization

/// Runs a command after each file, one after the other, on a thread of its own.
final class FollowUp: Sendable {
    private struct State {
        var files: [RecordedFile] = []
        /// The one after which the command runs now.
        var current: RecordedFile?
        var isFinished = false
        var failures: [String] = []
    }

    private let command: String
    private let shared = Monitor(State())
    private let workers = WorkerGroup()

    init(_ command: String) {
        self.command = command
        workers.start { [shared, command] in
            while let file = shared.wait(for: { state in Self.next(&state) }) ?? nil {
                if let failure = Self.run(command, file) { shared.withLock { $0.failures.append(failure) } }
            }
        }
    }

    /// The next file, `nil` in it when no more come; `nil` while there is none yet.
    private static func next(_ state: inout State) -> RecordedFile?? {
        state.current = state.files.first
        if state.current != nil { return .some(state.files.removeFirst()) }
        return state.isFinished ? .some(nil) : nil
    }

    /// Has the command run after those before it.
    func add(_ file: RecordedFile) { shared.withLock { $0.files.append(file) } }

    /// The files after which the command is to run, or runs.
    var busy: Set<String> { shared.withLock { Set(($0.files + [$0.current].compactMap(\.self)).map(\.path)) } }

    /// What went wrong since it was asked last, in words.
    func takeFailures() -> [String] {
        shared.withLock { state in
            defer { state.failures = [] }
            return state.failures
        }
    }

    /// Waits until the command has run after each file.
    func finish(meanwhile body: () -> Void) {
        shared.withLock { $0.isFinished = true }
        try? workers.join(meanwhile: body)
        body()
    }

    /// Runs the command after a file; what went wrong, in words.
    private static func run(_ command: String, _ file: RecordedFile) -> String? {
        let variables = [
            "OVERCRANK_FILE": file.path,
            "OVERCRANK_DURATION": "\(file.duration.seconds)",
            "OVERCRANK_FRAMES": "\(file.frames)",
            "OVERCRANK_BYTES": "\(file.bytes)",
        ]
        do {
            let exit = try ShellCommand.outcome(of: command, variables)
            if exit.isSuccess { return nil }
            let reason =
                switch exit {
                case .status(let status): "it exited with \(status)"
                case .signal(let signal): "signal \(signal) ended it"
                }
            return "'\(command)' failed after \(file.path): \(reason)"
        } catch {
            return error.message
        }
    }
}
