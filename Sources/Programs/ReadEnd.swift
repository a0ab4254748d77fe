internal import Glibc

/// The end of a pipe from which we read. Closed with this value.
package final class ReadEnd: Sendable {
    /// What a wait ended with.
    package enum Wait: Sendable {
        /// There is something to read.
        case bytes
        /// Nothing came in time.
        case timeout
        /// Nothing will come.
        case end
    }

    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// What comes next; waits for it. Empty at the end.
    package func read(atMost count: Int = 65_536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let result = unsafe Glibc.read(descriptor, &bytes, count)
            if result >= 0 { return Array(bytes.prefix(result)) }
            if errno != EINTR { return [] }
        }
    }

    /// Waits until there is something to read.
    package func waitForBytes(milliseconds: Int32) -> Wait {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, milliseconds) > 0 else { return .timeout }
        return Int32(request.revents) & POLLIN != 0 ? .bytes : .end
    }
}
