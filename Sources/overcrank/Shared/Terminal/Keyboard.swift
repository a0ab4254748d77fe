internal import Glibc
internal import Synchronization

/// The terminal's keyboard without lines: each key comes at once and is not shown. Ctrl-C, Ctrl-Z and Ctrl-\\ are signals
/// still (termios(3)).
///
/// The process ends with the terminal as it was before, except where it is killed.
enum Keyboard {
    /// What is known of the terminal.
    private struct State {
        /// How it was before keys were asked for; `nil` where none were.
        var before: termios?
        /// Whether the process is at its end: a signal that comes late takes the keyboard no more.
        var isOver = false
    }

    private static let state = Mutex(State())
    private static let givesBackAtExit: Void = {
        atexit {
            Keyboard.state.withLock { $0.isOver = true }
            Keyboard.giveBack()
        }
    }()

    /// Whether standard input is a terminal, and the command is in its foreground: it may read it, and change it.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Has keys come at once. Does nothing where there is no keyboard.
    static func take() {
        _ = givesBackAtExit
        state.withLock { state in
            var mode = termios()
            guard !state.isOver, isThere, unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
            if state.before == nil { state.before = mode }
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
            unsafe withUnsafeMutableBytes(of: &mode.c_cc) { characters in
                unsafe characters[Int(VMIN)] = 1
                unsafe characters[Int(VTIME)] = 0
            }
            unsafe tcsetattr(STDIN_FILENO, TCSANOW, &mode)
        }
    }

    /// Puts the terminal back as it was. In the background it is left alone: it is another program's there.
    static func giveBack() {
        state.withLock { state in
            guard var mode = state.before, isThere else { return }
            unsafe tcsetattr(STDIN_FILENO, TCSANOW, &mode)
        }
    }

    /// The keys that were pressed; none where there were none for a tenth of a second, or the command is in the background;
    /// `nil` at the end of input.
    static func read() -> [UInt8]? {
        // From the background, reading would stop the process.
        guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
            usleep(100_000)
            return []
        }
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, 100) > 0 else { return [] }
        var block = [UInt8](repeating: 0, count: 256)
        let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(block[..<count]) : nil
    }
}
