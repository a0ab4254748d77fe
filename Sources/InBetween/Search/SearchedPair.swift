/// Two pictures in which motion is looked for, and what is known of it at a coarse level.
struct SearchedPair: Sendable {
    let first: LumaPyramid
    let second: LumaPyramid
    /// What was found from the first picture to the second, at ``level(of:)`` and at the level before.
    private let found: (rough: Found, coarse: Found)
    private let loops: Loops

    /// What remains along the vectors that were found at ``level(of:)``.
    var remainder: Remainder { found.coarse.remainder }

    /// Vectors of a level, and what remains along them.
    private struct Found {
        let level: Int
        let field: MotionField
        let remainder: Remainder
    }

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
    /// Light has not changed where they leave more than so many of 100 parts at the level before.
    private static let mostLeftRoughly = 110

    /// The level at which light is looked at.
    private static let levelOfLight = 2

    /// The level at which motion is first looked at.
    static func level(of luma: LumaPyramid) -> Int { min(1, luma.levels.count - 1) }

    init(_ first: LumaPyramid, _ second: LumaPyramid, _ loops: Loops) {
        let rough = Self.rough(first, second, loops)
        self.init(first, second, (rough, Self.coarse(first, second, rough, loops)), loops)
    }

    private init(_ first: LumaPyramid, _ second: LumaPyramid, _ found: (rough: Found, coarse: Found), _ loops: Loops) {
        (self.first, self.second, self.found, self.loops) = (first, second, found, loops)
    }

    private static func rough(_ first: LumaPyramid, _ second: LumaPyramid, _ loops: Loops) -> Found {
        find(first, second, downTo: min(level(of: first) + 1, first.levels.count - 1), loops)
    }

    private static func coarse(_ first: LumaPyramid, _ second: LumaPyramid, _ rough: Found, _ loops: Loops) -> Found {
        find(first, second, downTo: level(of: first), from: (rough.field, rough.level), loops)
    }

    private static func find(
        _ first: LumaPyramid,
        _ second: LumaPyramid,
        downTo level: Int,
        from parent: (field: MotionField, level: Int)? = nil,
        _ loops: Loops
    ) -> Found {
        let field = BlockSearch(from: first, to: second, loops: loops).field(downTo: level, from: parent)
        return Found(level: level, field: field, remainder: remainder(first, second, along: field, level, loops))
    }

    /// The vectors from each picture to the other, in full size.
    func fields() -> MotionFields {
        let known = (found.coarse.field, found.coarse.level)
        let fields = Rows.values(columns: 1, rows: 2) { _, row in
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
        // With less contrast, the same vectors leave less.
        func isBetter(_ found: Found, than other: Found, _ most: Int) -> Bool {
            Double(100 * found.remainder.difference) < Double(most * other.remainder.difference) * change.contrast
        }
        let level = found.coarse.level
        let trial = change.levelled(first, second, downTo: level)
        let rough = Self.rough(trial.first, trial.second, loops)
        guard isBetter(rough, than: found.rough, Self.mostLeftRoughly) else { return self }
        let coarse = Self.coarse(trial.first, trial.second, rough, loops)
        guard isBetter(coarse, than: found.coarse, Self.mostLeft) else { return self }
        let (first, second) = change.levelled(first, second, downTo: 0)
        let remainder = Remainder(
            difference: Int(Double(coarse.remainder.difference) / change.contrast),
            ofLight: coarse.remainder.ofLight
        )
        let bright = Found(level: level, field: coarse.field, remainder: remainder)
        return SearchedPair(first, second, (rough, bright), loops)
    }

    /// Where a lamp lights a part of the picture, or a shadow falls on it, the pictures without their light: what differs from
    /// its surroundings. Others as they are.
    func withoutShadows() -> SearchedPair {
        guard remainder.ofLight >= Self.leastOfLight else { return self }
        let level = found.coarse.level
        let (flatFirst, flatSecond) = (first.detail(downTo: level), second.detail(downTo: level))
        func isBetter(_ flat: Found, than other: Found, _ most: Int) -> Bool {
            let before = Self.remainder(flatFirst, flatSecond, along: other.field, other.level, loops)
            return 100 * flat.remainder.difference < most * before.difference
        }
        let rough = Self.rough(flatFirst, flatSecond, loops)
        guard isBetter(rough, than: found.rough, Self.mostLeftRoughly) else { return self }
        let coarse = Self.coarse(flatFirst, flatSecond, rough, loops)
        guard isBetter(coarse, than: found.coarse, Self.mostLeft) else { return self }
        return SearchedPair(first.detail(downTo: 0), second.detail(downTo: 0), (rough, coarse), loops)
    }

    private static func remainder(
        _ first: LumaPyramid,
        _ second: LumaPyramid,
        along field: MotionField,
        _ level: Int,
        _ loops: Loops
    ) -> Remainder {
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
