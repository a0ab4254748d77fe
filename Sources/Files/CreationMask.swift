internal import Glibc

/// The permissions that this process gives no new file (umask(2)).
enum CreationMask {
    /// As it is now.
    static var current: mode_t {
        if let bytes = try? SmallFile.bytes(of: "/proc/self/status", atMost: 1 << 16),
            let mask = mask(inStatus: String(decoding: bytes, as: UTF8.self))
        {
            return mask
        }
        // Before Linux 4.7, and without /proc, it is known only by changing it: for a moment, a file that another thread creates is
        // everybody's.
        let mask = umask(0)
        umask(mask)
        return mask
    }

    /// What proc_pid_status(5) says of it; `nil` where it says nothing.
    static func mask(inStatus text: String) -> mode_t? {
        for line in text.split(separator: "\n") where line.hasPrefix("Umask:") {
            return mode_t(line.dropFirst("Umask:".count).trimmingPrefix(while: \.isWhitespace), radix: 8)
        }
        return nil
    }
}
