/// Names of files as texts. For Linux a name is any bytes; a `String` holds Unicode only.
///
/// A byte that is no UTF-8 becomes a scalar of a private range, and becomes the same byte again where the system is called.
/// So every name can be carried as a text, printed, and opened.
package enum PathName {
    /// U+10FE80 … U+10FEFF stand for the bytes 80 … FF. Nobody has given these scalars a meaning; bytes that spell one of
    /// them are taken for bytes that are no UTF-8, so that there and back again is always the same.
    private static let first: UInt32 = 0x10FE00
    private static let bytes: ClosedRange<UInt32> = first + 0x80...first + 0xFF

    /// The text of a name, without its closing zero.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !needsBytes(text) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            if let scalar = scalar(at: rest), Self.byte(of: scalar) == nil {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                text.append(Unicode.Scalar(first + UInt32(byte)) ?? "\u{FFFD}")
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The byte that a scalar stands for; `nil` where it is a character.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        bytes.contains(scalar.value) ? UInt8(scalar.value - first) : nil
    }

    /// Whether a text can be a path. For the system a path ends at its first zero byte: a text that has one would name another file.
    package static func isPath(_ text: String) -> Bool { !text.utf8.contains(0) }

    /// Why a text that is no path is none, for people.
    package static let noPath = "its name has a zero byte, which no file's name can have"

    /// What the system's calls get in place of a text that is no path: a name longer than any path (`PATH_MAX`), which each of them refuses.
    fileprivate static let refused = [CChar](repeating: 0x78, count: 4096) + [0]

    fileprivate static func needsBytes(_ text: String) -> Bool {
        // The first byte of four in UTF-8.
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte(of: $0) != nil }
    }

    private static func scalar(at bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        for count in 1...4 {
            if let text = String(validating: bytes.prefix(count), as: UTF8.self) { return text.unicodeScalars.first }
        }
        return nil
    }
}

extension String {
    /// The name as the system's calls take it: its bytes, and a zero. Of a text that is no path, a name that all of them refuse.
    package var pathBytes: [CChar] {
        guard PathName.isPath(self) else { return PathName.refused }
        guard PathName.needsBytes(self) else { return Array(utf8CString) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = PathName.byte(of: scalar) {
                bytes.append(byte)
            } else {
                bytes += Array(UTF8.encode(scalar) ?? .init())
            }
        }
        return bytes.map(CChar.init(bitPattern:)) + [0]
    }
}
