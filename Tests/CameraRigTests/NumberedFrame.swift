/// A frame of `uvcsim`, by what it says of itself: a JPEG whose first segment is a comment that begins with its number.
struct NumberedFrame {
    let number: UInt32

    /// `nil` where it is none, or has no end.
    init?(_ bytes: [UInt8]) {
        let (head, digits) = (6, 10)
        guard
            bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xFE]), bytes.suffix(2) == [0xFF, 0xD9],
            let number = UInt32(String(decoding: bytes.dropFirst(head).prefix(digits), as: UTF8.self))
        else { return nil }
        self.number = number
    }
}
