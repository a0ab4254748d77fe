/// Two pictures in which motion is looked for, and what is known of it at a coarse level.
struct SearchedPair: Sendable {
    let first: LumaPyramid
    let second: LumaPyramid
    /// From the first picture to the second, at ``level(of:)``.
    let coarse: MotionField
    /// What remains along these vectors.
    let remainder: Remainder
    private let loops: Loops

    /// How much blocks of 8 by 8 samples differ along vectors.
    struct Remainder: Sendable {
        /// In 16ths of a grey level, of the picture that has more contrast.
        let difference: Int
        /// The part of it, of 100, by which all of a block is brighter or darker.
        let ofLight: Int
    }

    /// Light has changed where vectors that were looked for in the same light leave less than so many of 100 parts of the
    /// difference.
    private static let mostLeft = 85
    /// The light of parts of the picture may have changed where the difference is so much of blocks as wholes, of 100.
    private static let leastOfLight = 70

    /// The level at which light is looked at.
    private static let levelOfLight = 2

    /// The level at which motion is first looked at.
    static func level(of luma: LumaPyramid) -> Int { min(1, luma.levels.count - 1) }

    init(_ first: LumaPyramid, _ second: LumaPyramid, _ loops: Loops) {
        (self.first, self.second, self.loops) = (first, second, loops)
        coarse = BlockSearch(from: first, to: second, loops: loops).field(downTo: Self.level(of: first))
        remainder = Self.remainder(first, second, along: coarse, loops)
    }

    private init(
        _ first: LumaPyramid,
        _ second: LumaPyramid,
        _ coarse: MotionField,
        _ remainder: Remainder,
        _ loops: Loops
    ) {
        (self.first, self.second, self.loops) = (first, second, loops)
        (self.coarse, self.remainder) = (coarse, remainder)
    }

    /// The vectors from each picture to the other, in full size.
    func fields() -> MotionFields {
        let known = (coarse, Self.level(of: first))
        let fields = Rows.values(columns: 1, rows: 2, of: coarse) { _, row in
            row == 0
                ? BlockSearch(from: first, to: second, loops: loops).field(from: known)
                : BlockSearch(from: second, to: first, loops: loops).field()
        }
        return MotionFields(forward: fields[0], backward: fields[1])
    }

    private var lightChange: LightChange? {
        let level = min(Self.levelOfLight, first.levels.count - 1)
        return LightChange(from: first.levels[level], to: second.levels[level])
    }

    /// Whether the second picture appears out of one colour, or the first one disappears in it.
    var isToNothing: Bool { lightChange?.isToNothing ?? false }

    /// In a fade, the pictures as if they were as bright and as rich in contrast as one another; others as they are.
    ///
    /// In a fade, what was bright is found again where something else is as bright now.
    func withoutFade() -> SearchedPair {
        guard let change = lightChange, !change.isToNothing else { return self }
        let (first, second) = change.levelled(first, second)
        let pair = SearchedPair(first, second, loops)
        // With less contrast, the same vectors leave less.
        let difference = Int(Double(pair.remainder.difference) / change.contrast)
        guard 100 * difference < Self.mostLeft * remainder.difference else { return self }
        let remainder = Remainder(difference: difference, ofLight: pair.remainder.ofLight)
        return SearchedPair(first, second, pair.coarse, remainder, loops)
    }

    /// Where a lamp lights a part of the picture, or a shadow falls on it, the pictures without their light: what differs from
    /// its surroundings. Others as they are.
    func withoutShadows() -> SearchedPair {
        guard remainder.ofLight >= Self.leastOfLight else { return self }
        let level = Self.level(of: first)
        let pair = SearchedPair(first.detail(downTo: level), second.detail(downTo: level), loops)
        let before = Self.remainder(pair.first, pair.second, along: coarse, loops)
        guard 100 * pair.remainder.difference < Self.mostLeft * before.difference else { return self }
        return SearchedPair(first.detail(downTo: 0), second.detail(downTo: 0), pair.coarse, pair.remainder, loops)
    }

    private static func remainder(
        _ first: LumaPyramid,
        _ second: LumaPyramid,
        along field: MotionField,
        _ loops: Loops
    ) -> Remainder {
        let level = level(of: first)
        let (from, to) = (first.levels[level], second.levels[level])
        var (sum, ofLight) = (0, 0)
        for row in 0..<field.rows {
            for column in 0..<field.columns {
                let vector = field[column, row]
                let (x, y) = (field.step * column + field.step / 2 - 4, field.step * row + field.step / 2 - 4)
                let (endX, endY) = (x + Int(vector.x), y + Int(vector.y))
                sum += loops.difference8(from, x, y, to, endX, endY)
                ofLight += abs(loops.sum8(from, x, y) - loops.sum8(to, endX, endY))
            }
        }
        return Remainder(
            difference: 16 * sum / (64 * field.columns * field.rows),
            ofLight: 100 * ofLight / max(1, sum)
        )
    }
}
