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
        /// What runs now.
        var program: ChildProgram?
        /// Whether the command runs no more, whatever files there are.
        var isGivenUp = false
        /// Whether there is a thread for it.
        var hasThread = false
        var failures: [String] = []
    }

    private let command: String
    private let shared = Monitor(State())
    private let workers = WorkerGroup()

    init(_ command: String) { self.command = command }

    /// Runs the command after each file, until no more come.
    private func work() {
        while let file = shared.wait(for: { state in Self.next(&state) }) ?? nil {
            if let failure = run(after: file) { shared.withLock { $0.failures.append(failure) } }
        }
    }

    /// The next file, `nil` in it when no more come; `nil` while there is none yet.
    private static func next(_ state: inout State) -> RecordedFile?? {
        state.current = state.files.first
        if state.current != nil { return .some(state.files.removeFirst()) }
        return state.isFinished ? .some(nil) : nil
    }

    /// Has the command run after those before it. The first one begins the thread.
    func add(_ file: RecordedFile) {
        let isFirst = shared.withLock { state in
            state.files.append(file)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if isFirst { workers.start { self.work() } }
    }

    /// Sends a signal to the command that runs, and has none run after it: the process ends at once.
    func giveUp(_ signal: Int32) {
        shared.withLock { state in
            state.isGivenUp = true
            state.program?.signal(signal)
        }
    }

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
    private func run(after file: RecordedFile) -> String? {
        let variables = [
            "OVERCRANK_FILE": file.path,
            "OVERCRANK_DURATION": "\(file.duration.seconds)",
            "OVERCRANK_FRAMES": "\(file.frames)",
            "OVERCRANK_BYTES": "\(file.bytes)",
        ]
        do {
            guard let exit = try start(variables)?.wait(), !exit.isSuccess else { return nil }
            let reason =
                switch exit {
                case .status(let status): "it exited with \(status)"
                case .signal(let signal): "signal \(signal) ended it"
                case .unknown: "nobody knows how it ended"
                }
            return "'\(command)' failed after \(file.path): \(reason)"
        } catch {
            return error.message
        }
    }

    /// Starts the command, unless it is given up: never between a look at that and its start.
    private func start(_ variables: [String: String]) throws(Failure) -> ChildProgram? {
        let started = shared.withLock { state -> Result<ChildProgram?, Failure> in
            if state.isGivenUp { return .success(nil) }
            return Result { () throws(Failure) in
                state.program = try ShellCommand.startApart(command, variables)
                return state.program
            }
        }
        return try started.get()
    }
}
