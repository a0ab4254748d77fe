/// That a file is cut short, or that a part of it cannot be found any more, as far as its container lets that be seen.
public struct Truncation: Hashable, Sendable, CustomStringConvertible {
    /// What is counted.
    public enum Unit: String, Sendable {
        /// Bytes of the file.
        case bytes
        /// Samples of each channel.
        case samples
        /// Bytes of the file that come before damage, behind which fragments of a movie are not found.
        case readableBytes
    }

    /// What is counted.
    public let unit: Unit
    /// How many there should be at least, by the container's own words.
    public let stated: UInt64
    /// How many there are.
    public let present: UInt64

    /// In words, as an end of a sentence about the file: `cut short: 12080 of 21965 bytes are there (55 %)`, `damaged behind byte 12080 of
    /// 21965: what follows cannot be read (45 %)`.
    public var description: String {
        let percent = Int(Double(present) / Double(max(1, stated)) * 100)
        if unit == .readableBytes {
            return "damaged behind byte \(present) of \(stated): what follows cannot be read (\(100 - percent) %)"
        }
        return "cut short: \(present) of \(stated) \(unit.rawValue) are there (\(percent) %)"
    }
}
