public import MediaTime

/// How much of a series is kept.
public struct Retention: Hashable, Sendable {
    /// Files that are older are deleted; `nil` for no limit.
    public var age: RationalTime?
    /// So many bytes all files have together at most; the oldest are deleted first. `nil` for no limit.
    public var size: UInt64?

    /// Limits.
    public init(age: RationalTime? = nil, size: UInt64? = nil) {
        self.age = age
        self.size = size
    }

    /// Whether anything is ever deleted.
    public var isLimited: Bool { age != nil || size != nil }

    /// What is to be deleted.
    struct Plan: Hashable, Sendable {
        /// The oldest first.
        var deletions: [SeriesFile] = []
        /// Bytes beyond the limit that are left all the same.
        var excess: UInt64 = 0
    }

    /// Which of a series' files are to be deleted. One that is marked never is, but its bytes count.
    ///
    /// - Parameters:
    ///   - files: the finished files.
    ///   - clock: what the clocks say.
    ///   - growing: bytes that are needed beside them, for the file that is being written.
    /// - Returns: those that are to be deleted.
    /// - Complexity: O(n log n).
    func plan(_ files: [SeriesFile], at clock: SeriesClock, growing: UInt64) -> Plan {
        let sorted = files.map { (file: $0, age: clock.age(of: $0)) }
            .sorted { ($1.age, $0.file.start, $0.file.name) < ($0.age, $1.file.start, $1.file.name) }
        let oldest = age.flatMap { try? $0.ticks(over: 1_000_000_000, rounding: .up) } ?? .max
        var left = files.reduce(growing) { $0 + $1.bytes }
        var plan = Plan()
        for (file, age) in sorted where !file.isMarked {
            guard age > oldest || left > size ?? .max else { continue }
            plan.deletions.append(file)
            left -= file.bytes
        }
        if let size, left > size { plan.excess = left - size }
        return plan
    }
}

extension Retention {
    /// Reads an age: `30d`, `12h`, `2w`.
    ///
    /// - Throws: `ParseError` for any other text, and for what is not positive.
    public static func age(parsing text: String) throws(ParseError) -> RationalTime {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (1...Self.mostUnits).contains(count)
        else { throw ParseError(text, "an age is written 30d, 12h or 2w") }
        return RationalTime(count * unit, 1)
    }

    private static let mostUnits: Int64 = 1_000_000
}
