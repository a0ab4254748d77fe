/// Finds pictures that are the one before them once more: a camera or a converter that had none wrote them.
///
/// Encoders change such pictures a little, and spend more bits on some blocks of them. What differs by more than coding noise is a
/// repetition, too, where five times as much changes before and after: what moves does not rest for one picture.
package struct RepeatedPictures: Sendable {
    /// More than so many repetitions are a picture that stands still.
    private static let most = 2
    /// Pictures differ so much at most where one is the other one once more, in 256ths of a grey level.
    private static let mostFaint = 4 * Likeness.mostSame
    /// So many times as much changes before and after them.
    private static let leastAround = 5

    /// More than this need not be told apart: the largest difference of two pictures, as ``Likeness`` gives it.
    package static var enough: Int { mostFaint * leastAround }

    /// How much changes on the way to the next picture.
    private var before = Self.enough
    /// Whether the picture stands still.
    private var isStill = false

    package init() {}

    /// The pictures after one, for as long as they may be that once more.
    package struct Run: Sendable {
        fileprivate var differences: [Int] = []
        /// How much changes at the end of it; `nil` where that is not known.
        fileprivate var after: Int?

        package init() {}

        /// How many pictures may be repetitions.
        package var count: Int { differences.count }

        /// Whether the next one may be another, and is to be added.
        package var isOpen: Bool { after == nil && count <= RepeatedPictures.most }

        /// Adds the next one: its largest difference from the one that the run began with.
        package mutating func add(_ difference: Int) {
            if difference > RepeatedPictures.mostFaint { after = difference } else { differences.append(difference) }
        }
    }

    /// Takes a run that is not open any more, or at whose end there are no more pictures.
    ///
    /// - Parameter run: What comes after a picture.
    /// - Returns: How many pictures after that one are to be taken out. The next run begins with the first one that is not.
    package mutating func repetitions(of run: Run) -> Int {
        let differences = run.differences
        var count = differences.prefix { $0 <= Likeness.mostSame }.count
        if count > Self.most { isStill = true }
        if count == 0 { isStill = false }
        let around = min(before, run.after ?? 0)
        if count < differences.count, differences.count <= Self.most, !isStill,
            differences.allSatisfy({ Self.leastAround * $0 <= around })
        {
            count = differences.count
        }
        before = count < differences.count ? differences[count] : run.after ?? 0
        return isStill ? 0 : count
    }
}
