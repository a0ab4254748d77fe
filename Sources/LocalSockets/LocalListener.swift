internal import CCloseOnExec
internal import Glibc
internal import Synchronization

/// A socket in the ``RuntimeFolder`` to which other programs of the same user connect.
package final class LocalListener: Sendable {
    /// Where it is.
    package let path: String
    private let descriptor: Int32
    private let isOpen = Mutex(true)

    /// How many programs may wait to be heard.
    private static let backlog: Int32 = 8

    /// Makes a socket that nobody else can connect to. Its name begins with the number of this process, for people, and is nobody
    /// else's: processes of several containers can have the same number.
    ///
    /// - Throws: ``SocketError`` where it cannot be made.
    package static func open(in folder: String) throws(SocketError) -> LocalListener {
        let stem = "\(folder)/\(getpid()).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let (hidden, path) = (stem + RuntimeFolder.hiddenEnding, stem + RuntimeFolder.ending)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError("make", path, errno: errno) }
        // The mode of the socket is that of the descriptor (unix(7)).
        fchmod(descriptor, 0o600)
        var code = unsafe SocketAddress.call(hidden) { unsafe bind(descriptor, $0, $1) }
        // Who finds a socket that nobody listens at removes it, so it can be found only then.
        if code == 0, unsafe listen(descriptor, backlog) != 0 || rename(hidden, path) != 0 {
            code = errno
            unsafe unlink(hidden)
        }
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
            let peer = oc_accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            if peer >= 0 { return LocalConnection(descriptor: peer) }
            guard let pause = Self.pause(after: errno) else { return nil }
            usleep(pause)
        }
        return nil
    }

    /// How long to wait after an error before programs are waited for again, in microseconds; `nil` where that is of no use.
    static func pause(after error: Int32) -> useconds_t? {
        switch error {
        case EINTR, ECONNABORTED, EAGAIN: 0
        // Others give descriptors and memory back.
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: 100_000
        default: nil
        }
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
