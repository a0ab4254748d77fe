/// The four characters by which Video4Linux names how a frame is coded or lies in memory: `MJPG`, `YUYV`, `H264`.
public struct FourCharacterCode: Hashable, Sendable, CustomStringConvertible {
    /// The first character lies in the lowest byte; the highest bit says big-endian.
    public let rawValue: UInt32

    /// A code by its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A code by its characters, the missing ones of which are spaces; `nil` unless they are one to four of ASCII.
    public init?(_ characters: String) {
        let bytes = Array(characters.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        rawValue = (0..<4).reduce(0) { value, index in
            value | UInt32(index < bytes.count ? bytes[index] : 0x20) << (8 * UInt32(index))
        }
    }

    /// The characters, without the spaces at their end; unprintable ones as `.`, and `-BE` after a big-endian code.
    public var description: String {
        var characters = (0..<4).map { index in
            let byte = UInt8(truncatingIfNeeded: (rawValue & 0x7FFF_FFFF) >> (8 * UInt32(index)))
            return (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "."
        }
        while characters.last == " " { characters.removeLast() }
        return String(characters) + (rawValue & 0x8000_0000 == 0 ? "" : "-BE")
    }
}
