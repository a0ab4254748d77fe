internal import Glibc

/// Texts as files store them.
enum StoredText {
    /// The text of bytes without their closing zero. What is no UTF-8, but for a character that is cut off at the end, is read as
    /// Windows-1252: RIFF, ID3 and their like do not say how their texts are coded, and old programs wrote that one or Latin-1, which is a
    /// part of it.
    static func text(of bytes: UnsafePointer<CChar>) -> String {
        if let text = unsafe String(validatingCString: bytes) { return text }
        let bytes = unsafe UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map { UInt8(bitPattern: $0) }
        // Fields of one length may end in a character.
        for rest in 1...3 where bytes.count > rest && bytes[bytes.count - rest] >= 0xC0 {
            let whole = bytes.dropLast(rest)
            if whole.contains(where: { $0 >= 0x80 }), let text = String(validating: whole, as: UTF8.self) {
                return text
            }
        }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let scalar = (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return String(text)
    }

    /// The characters of the bytes 80 … 9F; five stand for none, and are kept as Latin-1 has them.
    private static let upper: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
