/// What moves through each place of the picture at an instant between two others.
///
/// The vectors that were found in both pictures are followed to the instant. Each place chooses one of those that pass nearby:
/// the one along which both pictures are most alike.
struct InstantSearch {
    let first: LumaPyramid
    let second: LumaPyramid
    /// From the first picture to the second, in whole samples.
    let forward: MotionField
    /// From the second to the first.
    let backward: MotionField
    let loops: Loops
    /// Between 0 and 65,536.
    let instant: Int

    /// The side of a cell.
    private static let step = 8
    /// What a sample of distance from the surroundings costs, for 16 by 16 samples, and for 8 by 8.
    private static let (price, finePrice) = (192, 12)
    /// What a sample of distance from the vector found at an end costs, for 16 by 16 samples.
    private static let endPrice = 96
    /// Where the sum of the differences of 16 by 16 samples is no more than this, a grey level each, all of it stands still.
    private static let still = 256
    /// Further off than this, a vector costs no more.
    private static let mostDistance = 16

    /// The vector of each cell of 8 by 8, in eighths of a sample.
    func coarse() -> MotionField {
        let grid = MotionField(width: first.levels[0].width, height: first.levels[0].height, step: Self.step)
        let passing = PassingVectors(grid, forward, backward, instant)
        let chosen = grid.replaced { column, row in choose(passing.of(column, row, grid.columns), column, row) }
        let settled = chosen.replaced { column, row in settle(chosen, column, row) }
        return settled.replaced { column, row in refine(settled[column, row], column, row) }
    }

    private func choose(_ passing: ArraySlice<MotionVector>, _ column: Int, _ row: Int) -> MotionVector {
        var best = forward[column, row]
        var least = Int.max
        if passing.count == 1, let only = passing.first { return only }
        for vector in passing {
            let strangeness = strangeness(vector, column, row)
            if strangeness >= least { continue }
            let cost = difference16(vector, column, row, enough: least - strangeness) + strangeness
            if cost < least { (least, best) = (cost, vector) }
        }
        if passing.isEmpty {
            for vector in [best, -backward[column, row], .zero] {
                let cost = difference16(vector, column, row)
                if cost < least { (least, best) = (cost, vector) }
            }
        }
        return best
    }

    /// The best vector of a cell and those around it.
    private func settle(_ field: MotionField, _ column: Int, _ row: Int) -> MotionVector {
        let own = field[column, row]
        var tried = InlineArray<10, MotionVector>(repeating: own)
        var count = 1
        for index in 0..<9 where index != 4 {
            let vector = field[column + index % 3 - 1, row + index / 3 - 1]
            var isNew = true
            for before in 0..<count where tried[before] == vector { isNew = false }
            if isNew {
                tried[count] = vector
                count += 1
            }
        }
        if count == 1 { return own }
        let median = field.median(column, row)
        tried[count] = median
        count += 1
        var best = own
        var least = Int.max
        for index in 0..<count {
            let vector = tried[index]
            var price = Self.price * min(vector.distance(to: median), Self.mostDistance)
            if price >= least { continue }
            price += strangeness(vector, column, row)
            if price >= least { continue }
            let cost = difference16(vector, column, row, enough: least - price) + price
            if cost < least { (least, best) = (cost, vector) }
        }
        return best
    }

    /// What it costs that other vectors were found at the ends of a vector, in both pictures.
    ///
    /// Before a dark wall, wall is found at both ends of a vector through a bright ball; but at its ends the wall stands still.
    private func strangeness(_ vector: MotionVector, _ column: Int, _ row: Int) -> Int {
        let way = vector.part(instant)
        let (x, y) = (8 * column + 4 - Int(way.x), 8 * row + 4 - Int(way.y))
        let start = forward[x >> 3, y >> 3]
        let end = -backward[(x + Int(vector.x)) >> 3, (y + Int(vector.y)) >> 3]
        return Self.endPrice
            * (min(start.distance(to: vector), Self.mostDistance) + min(end.distance(to: vector), Self.mostDistance))
    }

    /// The vector in eighths of a sample, by the differences beside it. What stands still, or moves by less than half a sample,
    /// stays: there, parts of a sample follow noise, and the mean of both pictures has less of it.
    private func refine(_ vector: MotionVector, _ column: Int, _ row: Int) -> MotionVector {
        if vector == .zero || difference16(.zero, column, row, enough: Self.still + 1) <= Self.still { return .zero }
        let centre = difference16(vector, column, row)
        let start = vector.part(instant)
        func beside(_ x: Int32, _ y: Int32) -> Int {
            let (px, py) = (8 * column - 4 - Int(start.x), 8 * row - 4 - Int(start.y))
            return loops.difference16(
                first.levels[0],
                px,
                py,
                second.levels[0],
                px + Int(vector.x + x),
                py + Int(vector.y + y)
            )
        }
        return MotionVector(
            x: vector.x * 8 + Self.eighths(beside(-1, 0), centre, beside(1, 0)),
            y: vector.y * 8 + Self.eighths(beside(0, -1), centre, beside(0, 1))
        )
    }

    /// Where a valley lies between three differences.
    private static func eighths(_ before: Int, _ centre: Int, _ after: Int) -> Int32 {
        let depth = before + after - 2 * centre
        guard depth > 0, min(before, after) >= centre else { return 0 }
        return Int32((8 * (before - after) + (before > after ? depth : -depth)) / (2 * depth))
    }

    @inline(__always)
    private func difference16(_ vector: MotionVector, _ column: Int, _ row: Int, enough: Int = .max) -> Int {
        let start = vector.part(instant)
        let (x, y) = (8 * column - 4 - Int(start.x), 8 * row - 4 - Int(start.y))
        return loops.difference16(
            first.levels[0],
            x,
            y,
            second.levels[0],
            x + Int(vector.x),
            y + Int(vector.y),
            enough: enough
        )
    }

    /// The vector of each cell of 4 by 4, in eighths: that of its cell of 8 by 8, or of those that are nearest.
    func fine(_ coarse: MotionField) -> MotionField {
        let (width, height) = (first.levels[0].width, first.levels[0].height)
        let split = MotionField(width: width, height: height, step: 4) { column, row in
            let (x, y) = (column >> 1, row >> 1)
            let (besideX, besideY) = (column & 1 == 0 ? x - 1 : x + 1, row & 1 == 0 ? y - 1 : y + 1)
            let own = coarse[x, y]
            let others = (coarse[besideX, y], coarse[x, besideY], coarse[besideX, besideY])
            if others.0 == own && others.1 == own && others.2 == own { return own }
            var best = own
            // The own vector's difference is needed where there is another one, which is seldom.
            var known: Int?
            func attempt(_ vector: MotionVector) {
                // Vectors that differ by parts of a sample have the same difference.
                if vector.whole == own.whole { return }
                let least = known ?? difference8(own, column, row)
                let price = Self.finePrice * min(vector.distance(to: own), 128) / 8
                let cost =
                    price < least ? difference8(vector, column, row, enough: least - price) + price : least
                if cost < least { best = vector }
                known = min(cost, least)
            }
            attempt(others.0)
            attempt(others.1)
            attempt(others.2)
            return best
        }
        return split.replaced { column, row in
            let own = split[column, row]
            for index in 0..<9 where index != 4 {
                if split[column + index % 3 - 1, row + index / 3 - 1].distance(to: own) <= 8 { return own }
            }
            return split.median(column, row)
        }
    }

    /// The difference of both pictures along a vector in eighths, of the 8 by 8 samples around a cell of 4 by 4.
    @inline(__always)
    func difference8(_ vector: MotionVector, _ column: Int, _ row: Int, enough: Int = .max) -> Int {
        let whole = vector.whole
        let start = whole.part(instant)
        let (x, y) = (4 * column - 2 - Int(start.x), 4 * row - 2 - Int(start.y))
        return loops.difference8(
            first.levels[0],
            x,
            y,
            second.levels[0],
            x + Int(whole.x),
            y + Int(whole.y),
            enough: enough
        )
    }

    /// The same of the cell's own 4 by 4 samples.
    func difference4(_ vector: MotionVector, _ column: Int, _ row: Int) -> Int {
        let whole = vector.whole
        let start = whole.part(instant)
        let (x, y) = (4 * column - Int(start.x), 4 * row - Int(start.y))
        return loops.difference4(first.levels[0], x, y, second.levels[0], x + Int(whole.x), y + Int(whole.y))
    }
}
