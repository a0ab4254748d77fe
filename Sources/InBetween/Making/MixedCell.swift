/// How a cell of 4 by 4 samples of luma is mixed of two pictures: from where, and how much of each.
struct MixedCell: Sendable {
    /// From its place in the first picture to that in the second one, in eighths of a sample.
    var vector = MotionVector.zero
    /// How far it is from the straight way of what it shows, in eighths of a sample.
    var bend = MotionVector.zero
    /// How much of the first picture there is, in 64ths.
    var firstShare: UInt8 = 32
    /// The difference of the pictures along the vector, of 8 by 8 samples around the cell.
    var difference: UInt16 = 0
    /// What samples between samples of luma are made by.
    var kernel = Kernel.cubic
    /// Whether the pictures differ along the vector: what is found around the cell may be as true.
    var isDoubtful = false
    /// So many parts of ``Loops/wholeWeight`` are both pictures mixed where they are, whatever the vector.
    var partsInPlace: UInt8 = 0

    /// Whether they differ by so much that something else must be there.
    var isUnexplained: Bool { difference > 64 * 16 }
}

extension MixedCell {
    /// Both pictures are mixed where they are, each as much as it is near.
    init(inPlaceAt instant: Int) { firstShare = UInt8((64 * (65536 - instant) + 32768) >> 16) }

    /// What samples between samples are made by.
    enum Kernel: UInt8, Sendable {
        case sharp = 0, cubic, linear
    }
}

extension InstantSearch {
    /// A cell is doubtful where the samples around it differ by more grey levels as a mean, and its own ones by more than the
    /// second number: beside what moves, what stands still is sure of itself.
    private static let (mostSureAround, mostSure) = (4, 2)
    /// Something that seems to move by fewer eighths of a sample, and along that differs by more than so many tenths of what it
    /// does where it is, hardly moves: it changes. So much of it is mixed where it is.
    private static let (smallWay, leastTenths, partsOfSmallWay): (Int, Int, UInt8) = (16, 7, 5)
    /// Where other vectors were found at the ends of a vector, further off by so many eighths of a sample together, that vector is
    /// a guess, and so much is mixed where it is; but not where both pictures differ along it by no more than this mean of grey levels.
    private static let mostAgreement = 2
    private static let guesses: [(leastDistance: Int, parts: UInt8)] = [(8 * 90, 2), (8 * 46, 1)]
    /// Samples that differ by less are of the same thing; by more than the second number, of another one.
    private static let (leastDoubt, mostDoubt) = (6, 30)

    /// 1,024 · (0.05 + 0.95 · exp(−d² ÷ 4)), for d² from 0 on.
    private static let trust: [Int] = [
        1024, 809, 641, 511, 409, 330, 268, 220, 183, 154, 131, 113, 100, 89, 81, 74, 69, 65, 62, 60, 58,
    ]
    private static let leastTrust = 51

    /// How each cell is mixed.
    ///
    /// Where something is covered in one of the pictures, vectors of that picture are of what covers it: they disagree with the
    /// cell's. There, the other picture weighs more.
    func mixed(_ field: MotionField) -> [MixedCell] {
        let (width, height) = (first.levels[0].width, first.levels[0].height)
        return Rows.values(columns: field.columns, rows: field.rows) { column, row in
            let vector = field[column, row]
            var cell = MixedCell()
            cell.vector = vector
            let toFirst = -vector.part(instant)
            let toSecond = toFirst + vector
            var shares = (65536 - instant, instant)
            let difference = difference8(vector, column, row)
            cell.difference = UInt16(difference)
            cell.kernel = kernel(vector, column, row, difference)
            let doubt = min(
                max(difference - 64 * Self.leastDoubt, 0),
                64 * (Self.mostDoubt - Self.leastDoubt)
            )
            let (x, y) = (8 * (4 * column + 2), 8 * (4 * row + 2))
            let start = (x: x + Int(toFirst.x), y: y + Int(toFirst.y))
            let end = (x: x + Int(toSecond.x), y: y + Int(toSecond.y))
            var disagreement = 0
            if difference > 64 * Self.mostAgreement {
                let atStart = forward[start.x >> 6, start.y >> 6] * 8
                let atEnd = -(backward[end.x >> 6, end.y >> 6] * 8)
                disagreement = vector.distance(to: atStart) + vector.distance(to: atEnd)
                if doubt > 0 {
                    let most = 64 * (Self.mostDoubt - Self.leastDoubt)
                    func share(_ share: Int, _ other: MotionVector) -> Int {
                        let (dx, dy) = (Int(vector.x - other.x), Int(vector.y - other.y))
                        let square = (dx * dx + dy * dy) >> 6
                        let trust = square < Self.trust.count ? Self.trust[square] : Self.leastTrust
                        return share * (1024 * most - (1024 - trust) * doubt) / (1024 * most)
                    }
                    shares.0 = share(shares.0, atStart)
                    shares.1 = share(shares.1, atEnd)
                }
            }
            let startsInside = start.x >= 0 && start.x < 8 * width && start.y >= 0 && start.y < 8 * height
            let endsInside = end.x >= 0 && end.x < 8 * width && end.y >= 0 && end.y < 8 * height
            if startsInside != endsInside { if startsInside { shares.1 = 0 } else { shares.0 = 0 } }
            cell.firstShare = UInt8((64 * shares.0 + (shares.0 + shares.1) / 2) / max(1, shares.0 + shares.1))
            cell.isDoubtful =
                difference > 64 * Self.mostSureAround && difference4(vector, column, row) > 16 * Self.mostSure
            cell.partsInPlace = partsInPlace(vector, column, row, difference, disagreement)
            return cell
        }
    }

    /// How much of a cell is mixed where it is. The vector may be wrong, and what is wrong in two ways is less wrong as their mean.
    private func partsInPlace(
        _ vector: MotionVector,
        _ column: Int,
        _ row: Int,
        _ difference: Int,
        _ disagreement: Int
    ) -> UInt8 {
        if vector == .zero { return 0 }
        if vector.distance(to: .zero) < Self.smallWay,
            10 * difference > Self.leastTenths * difference8(.zero, column, row)
        {
            return Self.partsOfSmallWay
        }
        return Self.guesses.first { disagreement > $0.leastDistance }?.parts ?? 0
    }

    /// What samples between samples are made by: the less both pictures agree, beside what neighbouring samples of one differ by,
    /// the less of its detail is kept.
    private func kernel(_ vector: MotionVector, _ column: Int, _ row: Int, _ difference: Int) -> MixedCell.Kernel {
        let part = vector.part(instant)
        let other = vector - part
        guard (part.x | part.y | other.x | other.y) & 7 != 0 else { return .cubic }
        let start = vector.whole.part(instant)
        let (x, y) = (4 * column - 2 - Int(start.x), 4 * row - 2 - Int(start.y))
        let detail = loops.texture8(first.levels[0], x, y)
        if 2 * difference < detail { return .sharp }
        return difference < detail ? .cubic : .linear
    }
}
