internal import Glibc
internal import PathNames
internal import Pipeline

/// A command that the shell runs beside ours, and whose end is waited for.
enum ShellCommand {
    /// Starts a command and calls a body when it has ended, however.
    ///
    /// - Throws: `Failure` where the shell cannot be started, `ThreadError` where the system gives no thread.
    static func run(_ command: String, _ onExit: @escaping @Sendable () -> Void) throws {
        let child = try start(command)
        try DetachedThread.start {
            _ = wait(for: child)
            onExit()
        }
    }

    /// Runs a command to its end. It reads nothing, and what it prints goes to standard error.
    ///
    /// - Parameters:
    ///   - command: the shell's.
    ///   - variables: added to its environment.
    /// - Returns: its status, as wait(2) gives it.
    /// - Throws: `Failure` where the shell cannot be started.
    static func outcome(of command: String, _ variables: [String: String]) throws(Failure) -> Int32 {
        wait(for: try start(command, variables, isApart: true))
    }

    private static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Starts a command with more in its environment; one that is apart has neither our standard input nor output.
    private static func start(
        _ command: String,
        _ variables: [String: String] = [:],
        isApart: Bool = false
    ) throws(Failure) -> pid_t {
        let words: [String] = ["/bin/sh", "-c", command]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var environment = unsafe inherited(without: variables) + variables.map { unsafe assignment($0, $1) } + [nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        // The signals that we wait for on threads of ours are the command's to get as usual.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if isApart {
            unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &environment)
        guard code == 0 else {
            let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            throw Failure(status: .unavailable, message: "cannot run '\(command)': \(reason)")
        }
        return process
    }

    /// Our environment but for some variables, copied.
    private static func inherited(without variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        var copies = unsafe [UnsafeMutablePointer<CChar>?]()
        var place = unsafe environ
        while let entry = unsafe place.pointee {
            let isReplaced = variables.keys.contains { unsafe strncmp(entry, "\($0)=", $0.utf8.count + 1) == 0 }
            if !isReplaced { unsafe copies.append(strdup(entry)) }
            unsafe place = place.advanced(by: 1)
        }
        return unsafe copies
    }

    /// `name=text`, copied. Names of files may be no UTF-8.
    private static func assignment(_ name: String, _ text: String) -> UnsafeMutablePointer<CChar>? {
        unsafe strdup("\(name)=\(text)".pathBytes)
    }
}
