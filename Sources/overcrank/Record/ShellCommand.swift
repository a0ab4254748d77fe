internal import Glibc
internal import Pipeline

/// A command that the shell runs beside ours, and whose end is waited for.
enum ShellCommand {
    /// Starts a command and calls a body when it has ended, however.
    ///
    /// - Throws: `Failure` where the shell cannot be started, `ThreadError` where the system gives no thread.
    static func run(_ command: String, _ onExit: @escaping @Sendable () -> Void) throws {
        let words: [String] = ["/bin/sh", "-c", command]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        // The signals that we wait for on threads of ours are the command's to get as usual.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process = pid_t()
        let code = unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, environ)
        guard code == 0 else {
            let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            throw Failure(status: .unavailable, message: "cannot run '\(command)': \(reason)")
        }
        let child = process
        try DetachedThread.start {
            var status: Int32 = 0
            while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
            onExit()
        }
    }
}
