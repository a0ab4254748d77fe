internal import Pipeline
internal import Programs

/// A command that the shell runs beside ours, and whose end is waited for.
enum ShellCommand {
    /// Starts a command and calls a body when it has ended, however. What it prints goes to standard error: standard output is ours.
    ///
    /// - Throws: `Failure` where the shell cannot be started, `ThreadError` where the system gives no thread.
    static func run(_ command: String, _ onExit: @escaping @Sendable () -> Void) throws {
        let child = try start(command) { words throws(ProgramError) in
            try ChildProgram.start(
                words,
                output: .amongErrors,
                errors: .inherited,
                readsOurInput: true,
                inheritsFiles: true
            )
        }
        try DetachedThread.start {
            _ = child.wait()
            onExit()
        }
    }

    /// Starts a command that what is typed at the terminal does not reach. It reads nothing, and what it prints goes to standard error.
    ///
    /// - Parameters:
    ///   - command: the shell's.
    ///   - variables: added to its environment.
    /// - Returns: the shell, which must be waited for.
    /// - Throws: `Failure` where the shell cannot be started.
    static func startApart(_ command: String, _ variables: [String: String]) throws(Failure) -> ChildProgram {
        try start(command) { words throws(ProgramError) in
            try ChildProgram.start(
                words,
                output: .amongErrors,
                errors: .inherited,
                inOwnSession: true,
                inheritsFiles: true,
                variables: variables
            )
        }
    }

    private static func start(
        _ command: String,
        _ start: ([String]) throws(ProgramError) -> ChildProgram
    ) throws(Failure) -> ChildProgram {
        do {
            return try start(["/bin/sh", "-c", command])
        } catch {
            throw Failure(status: .unavailable, message: "cannot run '\(command)': \(error.reason)")
        }
    }
}
