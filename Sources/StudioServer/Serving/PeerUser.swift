internal import Files
internal import Glibc

/// Whose a connection within this machine is, by the system's own table (`/proc/net/tcp`, proc(5)).
enum PeerUser {
    /// In bytes: a line has 150.
    private static let mostBytes = 16 << 20

    /// The user whose program has connected; `nil` where that is not in the table.
    ///
    /// - Parameters:
    ///   - port: The port that the program connected from.
    ///   - server: That which it connected to.
    /// - Returns: The user's number.
    static func user(from port: UInt16, to server: UInt16) -> uid_t? {
        // Whoever writes the address as one of IPv6 is in the other table.
        ["/proc/net/tcp", "/proc/net/tcp6"].lazy.compactMap { path in
            (try? SmallFile.bytes(of: path, atMost: mostBytes)).flatMap {
                user(in: String(decoding: $0, as: UTF8.self), from: port, to: server)
            }
        }.first
    }

    /// The same in the text of a table.
    static func user(in table: String, from port: UInt16, to server: UInt16) -> uid_t? {
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            guard fields.count > 7, Self.port(fields[1]) == port, Self.port(fields[2]) == server else { continue }
            return uid_t(fields[7])
        }
        return nil
    }

    /// Of an address `0100007F:1F90`.
    private static func port(_ address: Substring) -> UInt16? {
        address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
}
