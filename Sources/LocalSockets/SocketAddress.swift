internal import Glibc

/// A path as an address of sockets.
enum SocketAddress {
    /// Calls `bind` or `connect` with the address.
    ///
    /// - Returns: 0, or an error number: ENAMETOOLONG for a path that no address has room for.
    static func call(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isStored = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            // A zero comes last.
            guard bytes.count < place.count else { return false }
            unsafe place.copyBytes(from: bytes)
            return true
        }
        guard isStored else { return ENAMETOOLONG }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }
}
