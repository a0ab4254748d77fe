internal import Glibc
internal import Programs

/// Standard output carries data only; everything for people goes to standard error.
enum Terminal {
    /// Writes a line of data. Control characters are escaped, line breaks too: those of a file's name would begin another line.
    static func write(_ line: String) { write(PrintableText.text(line) + "\n", to: STDOUT_FILENO) }

    /// Writes a line of data as ``write(_:)`` does, where an error is not to end the process.
    ///
    /// - Throws: ``OutputError`` where it cannot be written.
    static func put(_ line: String) throws(OutputError) {
        try put(PrintableText.text(line) + "\n", to: STDOUT_FILENO)
    }

    /// Writes a document of several lines. Other control characters are escaped.
    static func writeDocument(_ text: String) {
        write(PrintableText.text(text, keepsLines: true) + "\n", to: STDOUT_FILENO)
    }

    /// Writes data that has its own line breaks.
    static func writeText(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes a line for people. Control characters are escaped, as in ``write(_:)``.
    static func writeError(_ line: String) { write(PrintableText.text(line) + "\n", to: STDERR_FILENO) }

    /// Writes text for people without a line break.
    static func writeErrorText(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Whether standard error is a terminal.
    static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard error shows colours, and its user wants any (no-color.org).
    static var hasColours: Bool {
        let kind = Environment.value("TERM")
        let refusal = Environment.value("NO_COLOR") ?? ""
        return isInteractive && refusal.isEmpty && kind != nil && kind != "dumb"
    }

    /// Columns of the terminal, or 80.
    static var width: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// Waits until there is something to read from a descriptor.
    ///
    /// - Returns: `false` where nobody reads standard output any more.
    static func waitForBytes(of descriptor: Int32) -> Bool {
        var requests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        ]
        while unsafe poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
        return requests[1].revents == 0
    }

    /// Writes all of a text, in however many pieces. What standard output does not take ends the process.
    static func write(_ text: String, to descriptor: Int32) {
        do throws(OutputError) {
            try put(text, to: descriptor)
        } catch {
            let status = ExitStatus.inputOutput.rawValue
            let document =
                Arguments.wantJSON ? try? JSON.line(FailureDocument(error.description, status: status)) : nil
            writeError(document ?? "error: \(error)")
            exit(status)
        }
    }

    private static func put(_ text: String, to descriptor: Int32) throws(OutputError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                // Whoever started us has it not block. The pipe is full.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
                continue
            }
            guard count > 0 else {
                // A closed pipe is not an error: whoever reads has read enough. Nobody would read an error about standard
                // error either.
                guard descriptor == STDOUT_FILENO, errno != EPIPE else { return }
                let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
                throw OutputError(description: "cannot write to standard output: \(reason.lowercased())")
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
