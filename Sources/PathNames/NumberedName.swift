/// Names of files that differ in one number, as printf writes it: `shot_%05d.tif` is `shot_00001.tif`, `shot_00002.tif`, …
///
/// `%d` is a number, `%05d` (and `%5d`) one of at least five digits, with zeros in front; `%%` is a percent sign. A percent sign
/// before anything else stands for itself.
package struct NumberedName: Hashable, Sendable {
    /// What is before the number.
    package let prefix: String
    /// What is behind it.
    package let suffix: String
    /// How many digits it has at least.
    package let width: Int

    /// Numbers of more digits are none: they do not fit 64 bits.
    private static let mostDigits = 18

    package init(prefix: String, suffix: String, width: Int) {
        (self.prefix, self.suffix, self.width) = (prefix, suffix, max(1, width))
    }

    /// Reads a pattern; `nil` where it has no number, or several.
    package init?(pattern: String) {
        let parts = Self.parts(of: pattern)
        guard parts.widths.count == 1 else { return nil }
        self.init(prefix: parts.texts[0], suffix: parts.texts[1], width: parts.widths[0])
    }

    /// How many numbers a pattern has.
    package static func numberCount(in pattern: String) -> Int { parts(of: pattern).widths.count }

    /// A name as the first of those that differ in the last of its numbers before its ending; `nil` where it has none. Of the
    /// width only that of this name is known.
    package init?(likeName name: String) {
        let bytes = Array(name.utf8)
        let stem = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count
        guard let last = bytes[..<stem].lastIndex(where: Self.isDigit) else { return nil }
        let first = bytes[..<last].lastIndex { !Self.isDigit($0) }.map { $0 + 1 } ?? 0
        guard last - first < Self.mostDigits else { return nil }
        self.init(
            prefix: String(decoding: bytes[..<first], as: UTF8.self),
            suffix: String(decoding: bytes[(last + 1)...], as: UTF8.self),
            width: last - first + 1
        )
    }

    /// The pattern: that which ``init(pattern:)`` reads.
    package var pattern: String {
        func escaped(_ text: String) -> String {
            text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
        }
        return escaped(prefix) + (width > 1 ? "%0\(width)d" : "%d") + escaped(suffix)
    }

    /// The name with a number, which is not negative.
    package func name(of number: Int64) -> String {
        let digits = "\(number)"
        return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits + suffix
    }

    /// The number of a name; `nil` where it is none of these names.
    package func number(in name: String) -> Int64? {
        let (bytes, before, after) = (name.utf8, prefix.utf8, suffix.utf8)
        let count = bytes.count - before.count - after.count
        guard count >= width, count <= Self.mostDigits, bytes.starts(with: before),
            bytes.suffix(after.count).elementsEqual(after)
        else { return nil }
        let digits = bytes.dropFirst(before.count).prefix(count)
        guard digits.allSatisfy(Self.isDigit), count == width || digits.first != UInt8(ascii: "0") else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// What the names have in common, for the name of something made of them: `shot` of `shot_%05d.tif`; empty where that is nothing.
    package var stem: String {
        let separators: Set<UInt8> = [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " ")]
        let kept = prefix.utf8.lastIndex { !separators.contains($0) }
        return kept.map { String(prefix[...$0]) } ?? ""
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// What stands between the numbers of a pattern, one more than there are numbers, and the widths of these.
    private static func parts(of pattern: String) -> (texts: [String], widths: [Int]) {
        let percent = UInt8(ascii: "%")
        var (texts, widths) = ([[UInt8]](), [Int]())
        var text: [UInt8] = []
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == percent else {
                text.append(byte)
                continue
            }
            if rest.first == percent {
                rest.removeFirst()
                text.append(percent)
                continue
            }
            let digits = rest.prefix(while: isDigit)
            let width = digits.count <= 3 ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : Int.max
            guard width <= mostDigits, rest.dropFirst(digits.count).first == UInt8(ascii: "d") else {
                text.append(percent)
                continue
            }
            rest = rest.dropFirst(digits.count + 1)
            widths.append(width)
            texts.append(text)
            text = []
        }
        return ((texts + [text]).map { String(decoding: $0, as: UTF8.self) }, widths)
    }
}
