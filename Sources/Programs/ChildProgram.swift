internal import CCloseOnExec
internal import Glibc
internal import PathNames
internal import Synchronization

/// Another program that runs beside ours.
package final class ChildProgram: Sendable {
    /// Where what a program prints goes.
    package enum Printed: Sendable {
        /// Where ours goes.
        case inherited
        /// Nowhere.
        case discarded
        /// Where our errors go.
        case amongErrors
        /// To us.
        case pipe
    }

    /// What the program prints, to be read; `nil` unless a pipe was asked for. Closed with this value.
    package let output: ReadEnd?
    /// The same of standard error.
    package let errors: ReadEnd?

    private let identifier: pid_t
    /// Whether it has a session of its own, whose other programs get its signals, too.
    private let leadsSession: Bool
    /// Set when the program has been waited for: its number may be another's from then on.
    private let end = Mutex<ProgramExit?>(nil)

    /// Held from the making of a pipe until the program runs: another one that starts meanwhile would have its end, too.
    private static let starting = Mutex(())

    /// A session of its own (spawn.h of glibc); Swift's module of the C library leaves it out.
    private static let spawnsSession: Int32 = 0x80

    private init(_ identifier: pid_t, leadsSession: Bool, _ output: ReadEnd?, _ errors: ReadEnd?) {
        self.identifier = identifier
        self.leadsSession = leadsSession
        self.output = output
        self.errors = errors
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program's path, and its arguments.
    ///   - output: Where its standard output goes.
    ///   - errors: Where its standard error goes.
    ///   - readsOurInput: Whether it has our standard input; else it reads nothing.
    ///   - inOwnSession: Whether it has a session of its own: what is typed at our terminal, such as Ctrl-C, reaches us only.
    ///   - inheritsFiles: Whether it has the files, too, that we were started with besides the three usual ones. It has whatever else is
    ///     open then that is not closed on exec, such as a socket of a library, and holds it open for longer than we do.
    ///   - variables: Added to its environment, which is ours.
    /// - Returns: The program, which must be waited for.
    /// - Throws: `ProgramError` where the system refuses.
    package static func start(
        _ words: [String],
        output: Printed = .discarded,
        errors: Printed = .discarded,
        readsOurInput: Bool = false,
        inOwnSession: Bool = false,
        inheritsFiles: Bool = false,
        variables: [String: String] = [:]
    ) throws(ProgramError) -> ChildProgram {
        guard let path = words.first else { throw ProgramError(program: "", reason: "it has no name") }
        guard (words + variables.map { $0 + $1 }).allSatisfy(PathName.isPath) else {
            throw ProgramError(program: path, reason: "what it is to be given has a zero byte, which would end it")
        }
        return try starting.withLock { _ throws(ProgramError) in
            try start(path, words, output, errors, readsOurInput, inOwnSession, inheritsFiles, variables)
        }
    }

    private static func start(
        _ path: String,
        _ words: [String],
        _ output: Printed,
        _ errors: Printed,
        _ readsOurInput: Bool,
        _ inOwnSession: Bool,
        _ inheritsFiles: Bool,
        _ variables: [String: String]
    ) throws(ProgramError) -> ChildProgram {
        var arguments = unsafe words.map { unsafe strdup($0.pathBytes) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if !readsOurInput { unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
        var ends: [ReadEnd?] = []
        var writeEnds: [Int32] = []
        defer { for end in writeEnds { close(end) } }
        for (printed, descriptor) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            switch printed {
            case .inherited: ends.append(nil)
            case .discarded:
                unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
                ends.append(nil)
            case .amongErrors:
                unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, descriptor)
                ends.append(nil)
            case .pipe:
                var pair: [Int32] = [-1, -1]
                guard unsafe pipe(&pair) == 0 else { throw ProgramError(path, errno) }
                for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
                ends.append(ReadEnd(pair[0]))
                writeEnds.append(pair[1])
                unsafe posix_spawn_file_actions_adddup2(&actions, pair[1], descriptor)
            }
        }
        if !inheritsFiles { unsafe oc_spawn_close_from(&actions, STDERR_FILENO + 1) }
        // The signals that we wait for on threads of ours, or ignore because write() says the same, are the program's to get as usual.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var usual = sigset_t()
        unsafe sigemptyset(&usual)
        // In a session of its own it is ended by us, also where a shell has us ignore that, as it does in the background.
        for number in [SIGPIPE, SIGXFSZ] + (inOwnSession ? [SIGINT] : []) { unsafe sigaddset(&usual, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (inOwnSession ? spawnsSession : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var environment = unsafe inherited(without: variables) + variables.map { unsafe assignment($0, $1) } + [nil]
        defer { unsafe environment.forEach { unsafe free($0) } }
        var identifier = pid_t()
        let code = unsafe posix_spawn(&identifier, path.pathBytes, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw ProgramError(path, code) }
        return ChildProgram(identifier, leadsSession: inOwnSession, ends[0], ends[1])
    }

    /// Sends a signal, unless the program has ended and was waited for. Where it has a session of its own, what it started gets the
    /// signal, too.
    package func signal(_ number: Int32) {
        end.withLock { end in
            if end == nil { kill(leadsSession ? -identifier : identifier, number) }
        }
    }

    /// Whether and how the program has ended; does not wait.
    package func poll() -> ProgramExit? {
        end.withLock { end in
            if end == nil {
                var status: Int32 = 0
                let ended = unsafe waitpid(identifier, &status, WNOHANG)
                if ended == identifier { end = ProgramExit(waitStatus: status) }
                // Where SIGCHLD is ignored, a program that has ended is none of ours any more.
                if ended < 0, errno == ECHILD { end = .unknown }
            }
            return end
        }
    }

    /// Waits for the end. Several threads may wait; it looks every 20 ms, so that a signal can be sent meanwhile.
    package func wait() -> ProgramExit {
        while true {
            if let end = poll() { return end }
            usleep(20_000)
        }
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

extension ProgramError {
    init(_ program: String, _ code: Int32) {
        self.init(program: program, reason: unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
    }
}
