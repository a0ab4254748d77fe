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
    /// Blocks that are found nowhere differ by at least so many of 100 parts of the pictures' own deviation, of the one with less of
    /// it. After pictures that stand still nothing is usual: this tells what moves, and is found but roughly, from another scene.
    private static let leastOfContrast = 17
    /// The share of samples, of 1,000, that must have other grey levels.
    private static let leastShift = 180
    /// Pictures whose structures agree by more, of 1,000, are of one scene.
    private static let mostAgreement = 600
    /// Where grey levels are alike, too: pictures whose structures agree by more are of one scene.
    private static let mostAgreementOfLikes = 300
    /// Pictures with less variance are of one colour: they have no structure.
    private static let leastVariance = 6.0
    /// Between pictures of which one has no structure, the mean grey level jumps by more.
    private static let leastJump = 32.0

    /// The differences of the last pairs, in 16ths of a grey level.
    private var differences: [Int] = []

    /// Whether the second picture goes on with the first one.
    ///
    /// - Parameters:
    ///   - pair: Both, in the same light.
    ///   - first: The first one, as it is.
    ///   - second: The second one, as it is.
    /// - Returns: Whether no scene ends between them.
    mutating func goesOn(_ pair: SearchedPair, from first: LumaPyramid, to second: LumaPyramid) -> Bool {
        let difference = pair.remainder.difference
        let usual = differences.isEmpty ? Self.usual : max(16, differences.sorted()[differences.count / 2])
        if difference > 3 * usual, Self.isOfAnotherScene(pair, first, second) {
            differences = []
            return false
        }
        differences.append(difference)
        if differences.count > Self.memory { differences.removeFirst() }
        return true
    }

    private static func isOfAnotherScene(_ pair: SearchedPair, _ first: LumaPyramid, _ second: LumaPyramid) -> Bool {
        let level = SearchedPair.level(of: first)
        let (from, to) = (pair.first.levels[level], pair.second.levels[level])
        let structures = Structures(first.levels[level], second.levels[level])
        let least = 16 * structures.leastVariance.squareRoot() * Double(leastOfContrast) / 100
        guard Double(pair.remainder.difference) >= least else { return false }
        let most = shift(from, to) > leastShift ? mostAgreement : mostAgreementOfLikes
        // A picture that was brought to the light of another one may be cut off at black or white, and its structure with it.
        if let isDifferent = isBuiltDifferently(structures, most) { return isDifferent }
        return abs(Structures(from, to).jump) > leastJump
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

    /// Whether bright and dark lie in other places: pictures agree by no more than `most`, of 1,000. `nil` where one of them has no
    /// structure.
    private static func isBuiltDifferently(_ structures: Structures, _ most: Int) -> Bool? {
        structures.leastVariance < leastVariance ? nil : structures.agreement * 1000 < Double(most)
    }
}
