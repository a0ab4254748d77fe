/// How far things are from the straight way between two pictures, by where they were in the picture before and will be in the one after:
/// what is thrown, kicked or shaken does not go straight on (Xu and others 2019).
///
/// A parabola goes through the places of a thing in three pictures, and a cubic through those in four: at each instant a mean of both
/// parabolas, each of which counts more where it is near (Neville's scheme). Where one of the vectors beside was not found in both
/// directions, the thing is covered there, and the other parabola tells. Where both bend in different ways, one of them is wrong: the less
/// they have in common, the straighter is the way.
struct Acceleration: Sendable {
    /// Two pictures, of which the later one is the first of the pair, or the earlier one its second.
    struct Beside: Sendable {
        let fields: MotionFields
        /// From one to the other, in the unit of the pair's.
        let duration: Int
    }

    private let before: MotionFields
    private let after: MotionFields
    /// Of the pair's duration to the one before and to the one after, in 65,536ths: a vector there, times this, is what it would be in
    /// the time of the pair.
    private let rates: (before: Int, after: Int)
    /// Of the pair's duration to those of both pairs together, likewise.
    private let parts: (before: Int, after: Int)
    /// Of the durations of the pair before, and the pair after, to that of all three.
    private let shares: (before: Int, after: Int)

    /// A vector was found in both directions where these differ by no more samples.
    private static let mostDisagreement = 8
    /// Where the durations beside are so many times shorter or longer, next to nothing is known.
    private static let mostRatio = 4
    private static let whole = MotionMethod.whole

    /// `nil` where the durations are too different to tell anything.
    init?(_ before: Beside, lasting duration: Int, _ after: Beside) {
        let durations = [before.duration, duration, after.duration]
        guard let shortest = durations.min(), let longest = durations.max(), shortest > 0,
            longest / shortest < Self.mostRatio
        else { return nil }
        (self.before, self.after) = (before.fields, after.fields)
        func ratio(_ part: Int, _ all: Int) -> Int { (Self.whole * part + all / 2) / all }
        rates = (ratio(duration, before.duration), ratio(duration, after.duration))
        parts = (ratio(duration, before.duration + duration), ratio(duration, duration + after.duration))
        let sum = before.duration + duration + after.duration
        shares = (ratio(before.duration, sum), ratio(after.duration, sum))
    }

    /// Cells with what passes them on its true way: from beside, where it would be if it went straight on.
    ///
    /// - Parameters:
    ///   - cells: As they are where everything goes straight on.
    ///   - field: Their vectors, in eighths of a sample.
    ///   - instant: Between 0 and 65,536.
    /// - Returns: Each cell with what is there at the instant, and how far that is from the straight way.
    func bent(_ cells: [MixedCell], along field: MotionField, at instant: Int) -> [MixedCell] {
        let bends = bends(along: field, at: instant)
        if !bends.vectors.contains(where: { $0 != .zero }) { return cells }
        return Rows.values(columns: field.columns, rows: field.rows) { column, row in
            let bend = bends[column >> 1, row >> 1]
            let (x, y) = ((32 * column + 16 - Int(bend.x)) >> 5, (32 * row + 16 - Int(bend.y)) >> 5)
            var cell = cells[min(max(y, 0), field.rows - 1) * field.columns + min(max(x, 0), field.columns - 1)]
            cell.bend = bend
            return cell
        }
    }

    /// How far from the straight way is what passes each cell of 8 by 8 samples, in eighths of a sample; the median of each and those
    /// around it.
    private func bends(along field: MotionField, at instant: Int) -> MotionField {
        let (width, height) = (4 * field.columns, 4 * field.rows)
        let raw = MotionField(width: width, height: height, step: 8) { column, row in
            let vector = field[2 * column, 2 * row]
            let way = vector.part(instant)
            let start = (x: 64 * column + 32 - Int(way.x), y: 64 * row + 32 - Int(way.y))
            return bend(parabolas(of: vector, from: start), at: instant)
        }
        return raw.replaced { column, row in raw.median(column, row) }
    }

    /// What a vector's speed changes by in the time of the pair, halved, by the picture before and by the one after; `nil` where it is
    /// not known. All in eighths of a sample.
    private func parabolas(
        of vector: MotionVector,
        from start: (x: Int, y: Int)
    ) -> (before: MotionVector?, after: MotionVector?) {
        let end = (x: start.x + Int(vector.x), y: start.y + Int(vector.y))
        let back = Self.vector(before.backward, before.forward, at: start)
        let on = Self.vector(after.forward, after.backward, at: end)
        return (
            back.map { (vector + $0.part(rates.before)).part(parts.before) },
            on.map { ($0.part(rates.after) - vector).part(parts.after) }
        )
    }

    /// The vector of a place, in eighths of a sample, where that of its end leads back.
    private static func vector(
        _ field: MotionField,
        _ other: MotionField,
        at place: (x: Int, y: Int)
    ) -> MotionVector? {
        let vector = field[place.x >> 6, place.y >> 6]
        let back = other[(place.x + 8 * Int(vector.x)) >> 6, (place.y + 8 * Int(vector.y)) >> 6]
        return vector.distance(to: -back) <= mostDisagreement ? vector * 8 : nil
    }

    private func bend(_ parabolas: (before: MotionVector?, after: MotionVector?), at instant: Int) -> MotionVector {
        // Of the way that the speed makes up at the end, so much is missing at the instant.
        let missing = -(instant * (Self.whole - instant)) / Self.whole
        guard let before = parabolas.before, let after = parabolas.after else {
            return (parabolas.before ?? parabolas.after ?? .zero).part(missing)
        }
        let (sum, squares) = (before + after, before.square + after.square)
        if squares == 0 { return .zero }
        let factor = missing * sum.square / (2 * squares)
        // Linear from one end of the three durations to the other.
        let share = shares.after + (Self.whole - instant) * (Self.whole - shares.before - shares.after) / Self.whole
        func part(_ before: Int32, _ after: Int32) -> Int32 {
            let mean = Int(before) * share + Int(after) * (Self.whole - share)
            return Int32((mean * factor + (1 << 31)) >> 32)
        }
        return MotionVector(x: part(before.x, after.x), y: part(before.y, after.y))
    }
}
