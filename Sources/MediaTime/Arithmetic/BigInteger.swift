/// A whole number of any size, as sign and magnitude, with the operations that ``BigFraction`` needs.
struct BigInteger: Sendable {
    /// The words of the magnitude, the least significant first. The last one is not zero.
    private let words: [UInt64]
    let isNegative: Bool

    private init(words: [UInt64], isNegative: Bool) {
        let used = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        self.words = used == words.count ? words : Array(words[..<used])
        self.isNegative = isNegative && used > 0
    }

    init(_ value: Int128) {
        let magnitude = value.magnitude
        self.init(
            words: [UInt64(truncatingIfNeeded: magnitude), UInt64(truncatingIfNeeded: magnitude >> 64)],
            isNegative: value < 0
        )
    }

    /// -1, 0 or 1.
    var sign: Int { words.isEmpty ? 0 : isNegative ? -1 : 1 }

    static prefix func - (a: BigInteger) -> BigInteger { BigInteger(words: a.words, isNegative: !a.isNegative) }

    static func * (a: BigInteger, b: BigInteger) -> BigInteger {
        var product = [UInt64](repeating: 0, count: a.words.count + b.words.count)
        for (i, x) in a.words.enumerated() {
            var carry: UInt64 = 0
            for (j, y) in b.words.enumerated() {
                // (2⁶⁴ − 1)² + 2 · (2⁶⁴ − 1) is just below 2¹²⁸.
                let sum = UInt128(x) * UInt128(y) + UInt128(product[i + j]) + UInt128(carry)
                product[i + j] = UInt64(truncatingIfNeeded: sum)
                carry = UInt64(truncatingIfNeeded: sum >> 64)
            }
            product[i + b.words.count] = carry
        }
        return BigInteger(words: product, isNegative: a.isNegative != b.isNegative)
    }

    static func + (a: BigInteger, b: BigInteger) -> BigInteger {
        if a.isNegative == b.isNegative {
            return BigInteger(words: sum(a.words, b.words), isNegative: a.isNegative)
        }
        return isSmaller(a.words, b.words)
            ? BigInteger(words: difference(b.words, a.words), isNegative: b.isNegative)
            : BigInteger(words: difference(a.words, b.words), isNegative: a.isNegative)
    }

    private static func sum(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var sum: [UInt64] = []
        var carry: UInt128 = 0
        for index in 0..<max(a.count, b.count) {
            carry += UInt128(index < a.count ? a[index] : 0) + UInt128(index < b.count ? b[index] : 0)
            sum.append(UInt64(truncatingIfNeeded: carry))
            carry >>= 64
        }
        sum.append(UInt64(truncatingIfNeeded: carry))
        return sum
    }

    /// `a − b`, where `a` is at least `b`.
    private static func difference(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var difference = a
        var borrows = false
        for index in a.indices {
            let (first, firstBorrows) = a[index].subtractingReportingOverflow(index < b.count ? b[index] : 0)
            let (second, secondBorrows) = first.subtractingReportingOverflow(borrows ? 1 : 0)
            difference[index] = second
            borrows = firstBorrows || secondBorrows
        }
        return difference
    }

    private static func isSmaller(_ a: [UInt64], _ b: [UInt64]) -> Bool {
        if a.count != b.count { return a.count < b.count }
        for index in a.indices.reversed() where a[index] != b[index] { return a[index] < b[index] }
        return false
    }
}
