/// How QuickTime stores a number in metadata (Apple, QuickTime File Format, "Well-known types").
package enum MetadataNumber: UInt32, Hashable, Sendable {
    /// In two's complement, of as many bytes as there are.
    case signed = 21
    case unsigned = 22
    /// Of 32 bits (IEEE 754).
    case float = 23
    /// Of 64 bits (IEEE 754).
    case double = 24
    case int8 = 65
    case int16 = 66
    case int32 = 67
    case int64 = 74
    case uint8 = 75
    case uint16 = 76
    case uint32 = 77
    case uint64 = 78

    /// How many bytes it takes; `nil` where that is free.
    private var length: Int? {
        switch self {
        case .signed, .unsigned: nil
        case .int8, .uint8: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .float: 4
        case .int64, .uint64, .double: 8
        }
    }

    private var isSigned: Bool { [.signed, .int8, .int16, .int32, .int64].contains(self) }

    /// The number in decimal digits; `nil` where the bytes are none of this kind.
    package func text(of bytes: ArraySlice<UInt8>) -> String? {
        var reader = ByteReader(bytes)
        guard (1...8).contains(bytes.count), length == nil || length == bytes.count,
            let value = reader.unsigned(byteCount: bytes.count)
        else { return nil }
        switch self {
        case .float: return "\(Float(bitPattern: UInt32(value)))"
        case .double: return "\(Double(bitPattern: value))"
        default:
            let unused = 64 - 8 * bytes.count
            return isSigned ? "\(Int64(bitPattern: value << unused) >> unused)" : "\(value)"
        }
    }

    /// The bytes of a number.
    ///
    /// - Parameters:
    ///   - text: The number in decimal digits.
    ///   - count: How many bytes are wanted where that is free: those that it had.
    /// - Returns: The bytes; `nil` where the text is no number, or it does not fit.
    package func bytes(of text: String, count: Int) -> [UInt8]? {
        let count = length ?? count
        let pattern: UInt64
        switch self {
        case .float:
            guard let number = Float(text) else { return nil }
            pattern = UInt64(number.bitPattern)
        case .double:
            guard let number = Double(text) else { return nil }
            pattern = number.bitPattern
        default:
            guard let number = isSigned ? Int64(text).map(UInt64.init(bitPattern:)) : UInt64(text) else { return nil }
            pattern = number
        }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: pattern >> (8 * (count - 1 - $0))) }
        return self.text(of: bytes[...]) == text || self == .float || self == .double ? bytes : nil
    }
}
