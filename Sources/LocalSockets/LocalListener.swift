internal import Glibc
internal import Synchronization

/// A socket in the ``RuntimeFolder`` to which other programs of the same user connect.
package final class LocalListener: Sendable {
    /// Where it is.
    package let path: String
    private let descriptor: Int32
    private let isOpen = Mutex(true)

    /// Of the sockets of this process, the newest one's number.
    private static let newest = Mutex(0)

    /// How many programs may wait to be heard.
    private static let backlog: Int32 = 8

    /// Makes a socket that nobody else can connect to, under a name that is this process's own.
    ///
    /// - Throws: ``SocketError`` where it cannot be made.
    package static func open(in folder: String) throws(SocketError) -> LocalListener {
        let number = newest.withLock { number in
            number += 1
            return number
        }
        let path = "\(folder)/\(getpid()).\(number)\(RuntimeFolder.ending)"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError("make", path, errno: errno) }
        // A process that had this number may have been killed.
        unsafe unlink(path)
        // The mode of the socket is that of the descriptor (unix(7)).
        fchmod(descriptor, 0o600)
        var code = unsafe SocketAddress.call(path) { unsafe bind(descriptor, $0, $1) }
        if code == 0, listen(descriptor, backlog) != 0 { code = errno }
        guard code == 0 else {
            close(descriptor)
            throw SocketError("make", path, errno: code)
        }
        return LocalListener(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Waits for a program of the same user to connect; `nil` when it was ended.
    package func accept() -> LocalConnection? {
        while isOpen.withLock({ $0 }) {
            let peer = Glibc.accept(descriptor, nil, nil)
            if peer >= 0 {
                _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
                return LocalConnection(descriptor: peer)
            }
            guard [EINTR, ECONNABORTED, EAGAIN].contains(errno) else { return nil }
        }
        return nil
    }

    /// Removes the socket, and ends the wait for programs.
    package func end() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        unsafe unlink(path)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
