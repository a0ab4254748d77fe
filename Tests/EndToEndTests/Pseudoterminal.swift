import Glibc
import TestSupport

/// A command in a terminal of its own, whose keyboard and screen are the test's (pty(7)).
final class Pseudoterminal {
    private let keyboard: Int32
    private let process: pid_t
    /// `POSIX_SPAWN_SETSID`, which the C library has only for those who ask for its own extensions.
    private static let newSession: Int16 = 0x80
    /// `TIOCSPTLCK` and `TIOCGPTN`, which are computed by macros.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    /// What was on the screen until now.
    private(set) var screen = ""

    /// Runs a shell script in which `$@` is the words; the shell has job control.
    init(_ script: String, _ words: [String]) throws {
        keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard keyboard >= 0 else { throw SystemError("open", errno) }
        var (lock, number) = (Int32(0), UInt32(0))
        guard unsafe ioctl(keyboard, Self.setLock, &lock) == 0, unsafe ioctl(keyboard, Self.getNumber, &number) == 0
        else { throw SystemError("ioctl", errno) }
        let path = "/dev/pts/\(number)"
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a leader of a session opens is the session's.
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setflags(&attributes, Self.newSession)
        let words = ["/usr/bin/env", "TERM=xterm", "NO_COLOR=1", "/bin/bash", "-m", "-c", script, "sh"] + words
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw SystemError("posix_spawn", code) }
        self.process = process
        _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(process, &status, 0)
        close(keyboard)
    }

    /// Presses keys.
    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(keyboard, $0.baseAddress, $0.count) }
    }

    /// Whether lines are put together by the terminal, and shown as they are typed.
    var hasLines: Bool {
        var mode = termios()
        guard unsafe tcgetattr(keyboard, &mode) == 0 else { return false }
        return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    /// Waits until something is on the screen that was not there at the last call; `false` where the script ends before, or
    /// nothing like it comes.
    func waits(for words: String) -> Bool {
        let start = ContinuousClock.now
        while true {
            if let end = screen.range(of: words) {
                screen = String(screen[end...])
                return true
            }
            guard readMore(since: start) else { return screen.range(of: words) != nil }
        }
    }

    /// Waits until something is so; `false` where it does not become so.
    func waits(until isSo: () -> Bool) -> Bool {
        let start = ContinuousClock.now
        while !isSo() { guard readMore(since: start) else { return isSo() } }
        return true
    }

    /// Whether there may be more on the screen, or something else may change.
    private func readMore(since start: ContinuousClock.Instant) -> Bool {
        var block = [UInt8](repeating: 0, count: 4096)
        let count = unsafe block.withUnsafeMutableBytes { unsafe read(keyboard, $0.baseAddress, $0.count) }
        if count > 0 {
            screen += String(decoding: block[..<count], as: UTF8.self)
            return true
        }
        // The terminal is closed when its last program has ended.
        guard count < 0, errno == EAGAIN, start.duration(to: .now) < .seconds(Patience.seconds) else { return false }
        usleep(2000)
        return true
    }
}

extension String {
    /// The place behind a part.
    fileprivate func range(of part: String) -> String.Index? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
