/// Finds where a picture does not go on with what the one before it shows.
///
/// Three things must come together: blocks that are found nowhere, far worse than usual; a picture that is built differently; and
/// other grey levels, or else next to nothing in common. A fade is built alike, and of a pan the
/// blocks are found.
struct SceneCuts: Sendable {
    /// How many pairs the usual difference is taken from.
    private static let memory = 9
    /// What is usual before anything is known, in 16ths of a grey level.
    private static let usual = 16 * 4
    /// The share of samples, of 1,000, that must have other grey levels.
    private static let leastShift = 180
    /// Pictures whose structures agree by more, of 1,000, are of one scene.
    private static let mostAgreement = 600
    /// Where grey levels are alike, too: pictures whose structures agree by more are of one scene.
    private static let mostAgreementOfLikes = 300
    /// Pictures with less variance are of one colour: they have no structure.
    private static let leastVariance = 6
    /// Between pictures of which one has no structure, the mean grey level jumps by more.
    private static let leastJump = 32

    /// The differences of the last pairs, in 16ths of a grey level.
    private var differences: [Int] = []

    /// Whether the second picture goes on with the first one.
    mutating func goesOn(_ pair: SearchedPair) -> Bool {
        let level = SearchedPair.level(of: pair.first)
        let (from, to) = (pair.first.levels[level], pair.second.levels[level])
        let difference = pair.remainder.difference
        let usual = differences.isEmpty ? Self.usual : max(16, differences.sorted()[differences.count / 2])
        let isCut =
            difference > 3 * usual
            && (Self.shift(from, to) > Self.leastShift
                ? Self.isBuiltDifferently(from, to, Self.mostAgreement)
                : Self.isBuiltDifferently(from, to, Self.mostAgreementOfLikes))
        if isCut {
            differences = []
            return false
        }
        differences.append(difference)
        if differences.count > Self.memory { differences.removeFirst() }
        return true
    }

    /// The share of samples, of 1,000, that have other grey levels, by histograms of 32 levels.
    private static func shift(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>) -> Int {
        var counts = InlineArray<32, Int>(repeating: 0)
        for row in 0..<first.height {
            for column in 0..<first.width {
                counts[Int(first[column, row] >> 3)] += 1
                counts[Int(second[column, row] >> 3)] -= 1
            }
        }
        var sum = 0
        for index in counts.indices { sum += abs(counts[index]) }
        return 1000 * sum / (2 * first.width * first.height)
    }

    /// Whether bright and dark lie in other places: pictures agree by no more than `most`, of 1,000.
    private static func isBuiltDifferently(
        _ first: PaddedPlane<UInt8>,
        _ second: PaddedPlane<UInt8>,
        _ most: Int
    ) -> Bool {
        var (a, b, aa, bb, ab) = (0, 0, 0, 0, 0)
        for row in 0..<first.height {
            for column in 0..<first.width {
                let (x, y) = (Int(first[column, row]), Int(second[column, row]))
                a += x
                b += y
                aa += x * x
                bb += y * y
                ab += x * y
            }
        }
        let count = first.width * first.height
        let (ofFirst, ofSecond) = (count * aa - a * a, count * bb - b * b)
        if min(ofFirst, ofSecond) < leastVariance * count * count { return abs(a - b) > leastJump * count }
        let common = Double(count * ab - a * b) / (Double(ofFirst) * Double(ofSecond)).squareRoot()
        return common * 1000 < Double(most)
    }
}
