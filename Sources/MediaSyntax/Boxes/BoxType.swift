/// The four characters that say what a box is (ISO/IEC 14496-12, 4.2).
package struct BoxType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The first character is the highest byte.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(stringLiteral characters: StaticString) {
        precondition(characters.utf8CodeUnitCount == 4, "a box's type has four characters")
        rawValue = characters.description.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The characters; a dot for each that cannot be printed.
    package var description: String {
        String(
            (0..<4).map { index in
                let byte = UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * UInt32(index)))
                return (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "."
            }
        )
    }
}
