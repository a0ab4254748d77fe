/// Whether a property list is nested no deeper than a side file needs. Foundation's readers call themselves for every level,
/// and a list of ten thousand levels overflows the stack.
enum PropertyListDepth {
    /// The most levels. A side file has six.
    static let limit = 64

    /// Whether a property list has ``limit`` levels at most, and its parts are in it once. The answer is of
    /// use before the list is read: it needs no well-formed one.
    ///
    /// - Complexity: O(n) in the number of bytes, for every level.
    static func isBounded(_ data: [UInt8]) -> Bool {
        if data.starts(with: "bplist".utf8) { return isBinaryBounded(data) }
        // The oldest form of property lists has brackets in place of tags.
        let isMarkup = data.contains(UInt8(ascii: "<"))
        return isMarkup
            ? isMarkupBounded(data)
            : data.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "{") } <= limit
    }

    private static func isMarkupBounded(_ data: [UInt8]) -> Bool {
        var rest = data[...]
        var depth = 0
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<!--".utf8) {
                rest = behind("-->", in: rest)
            } else if rest.starts(with: "<![CDATA[".utf8) {
                rest = behind("]]>", in: rest)
            } else {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return true }
                switch rest.dropFirst().first {
                case UInt8(ascii: "/"): depth = max(0, depth - 1)
                case UInt8(ascii: "!"), UInt8(ascii: "?"): break
                default: if rest[end - 1] != UInt8(ascii: "/") { depth += 1 }
                }
                guard depth <= limit else { return false }
                rest = rest[(end + 1)...]
            }
        }
        return true
    }

    /// What follows the first occurrence of a text; nothing where it does not occur.
    private static func behind(_ text: String, in data: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let pattern = Array(text.utf8)
        var start = data.startIndex
        while let next = data[start...].firstIndex(of: pattern[0]) {
            if data[next...].starts(with: pattern) { return data[(next + pattern.count)...] }
            start = next + 1
        }
        return []
    }

    /// Goes from the top object to its children, and from those to theirs. A list that contains itself has no last level.
    ///
    /// Each reference has a byte of its own in a list that is well-formed. In another one, objects may share them by the thousand.
    private static func isBinaryBounded(_ data: [UInt8]) -> Bool {
        guard let list = BinaryPropertyList(data) else { return true }
        var level: Set<Int> = [list.top]
        for _ in 0..<limit {
            var (next, references): (Set<Int>, Int) = ([], 0)
            for object in level {
                let children = list.children(of: object)
                references += children.count
                guard references <= data.count else { return false }
                next.formUnion(children)
            }
            if next.isEmpty { return true }
            level = next
        }
        return false
    }
}

/// Which object of a binary property list contains which (Core Foundation's `CFBinaryPList.c`).
private struct BinaryPropertyList {
    /// The number of the object that contains all others.
    let top: Int
    private let data: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let table: Int

    /// `nil` where the trailer is damaged.
    init?(_ data: [UInt8]) {
        guard data.count > 40 else { return nil }
        let trailer = data.count - 32
        (offsetSize, referenceSize) = (Int(data[trailer + 6]), Int(data[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(data, at: trailer + 8, size: 8),
            let top = Self.number(data, at: trailer + 16, size: 8),
            let table = Self.number(data, at: trailer + 24, size: 8),
            count <= data.count, top < count, table < data.count
        else { return nil }
        (self.data, self.count, self.top, self.table) = (data, count, top, table)
    }

    /// The numbers of the objects that an array, a set or a dictionary contains; none for other objects.
    func children(of object: Int) -> [Int] {
        guard let start = Self.number(data, at: table + object * offsetSize, size: offsetSize), start < data.count
        else {
            return []
        }
        let kind = data[start] >> 4
        guard kind == 0xA || kind == 0xC || kind == 0xD else { return [] }
        var length = Int(data[start] & 15)
        var first = start + 1
        if length == 15 {
            // The length follows as an integer object.
            guard first < data.count, data[first] >> 4 == 1, data[first] & 15 <= 3 else { return [] }
            let size = 1 << Int(data[first] & 15)
            guard let stated = Self.number(data, at: first + 1, size: size) else { return [] }
            length = stated
            first += 1 + size
        }
        guard length <= data.count else { return [] }
        return (0..<length * (kind == 0xD ? 2 : 1)).compactMap { index in
            Self.number(data, at: first + index * referenceSize, size: referenceSize).flatMap { $0 < count ? $0 : nil }
        }
    }

    /// A big-endian number; `nil` beyond the end, and where it is larger than an `Int32`.
    private static func number(_ data: [UInt8], at position: Int, size: Int) -> Int? {
        guard position >= 0, position + size <= data.count else { return nil }
        let value = data[position..<position + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return value <= UInt64(Int32.max) ? Int(value) : nil
    }
}
