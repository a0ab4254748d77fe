/// Where something changes at once between two pictures that stands still before and after, as a digit of a clock does: nothing was
/// between. What moves is seen before or after, too.
struct Leaps: Sendable {
    private var columns = 0
    /// Of each 16 by 16 samples of luma. Empty where nothing leaps, or nothing is known.
    private var areas: [Bool] = []

    /// The side of an area.
    private static let side = 16
    /// What stands still differs by no more than so many grey levels as a mean.
    private static let mostStill = 1
    /// What leaps differs by more.
    private static let leastLeap = 6

    /// Nothing leaps.
    init() {}

    /// Compares four pictures of the same size that follow one another: where the second and the third differ, and no others do.
    init(
        _ first: PaddedPlane<UInt8>,
        _ second: PaddedPlane<UInt8>,
        _ third: PaddedPlane<UInt8>,
        _ fourth: PaddedPlane<UInt8>,
        _ loops: Loops
    ) {
        columns = (second.width + Self.side - 1) / Self.side
        let rows = (second.height + Self.side - 1) / Self.side
        areas = Rows.values(columns: columns, rows: rows) { column, row in
            func difference(_ a: PaddedPlane<UInt8>, _ b: PaddedPlane<UInt8>) -> Int {
                let (x, y) = (Self.side * column, Self.side * row)
                return loops.difference16(a, x, y, b, x, y)
            }
            let level = Self.side * Self.side
            return difference(second, third) > Self.leastLeap * level
                && difference(first, second) <= Self.mostStill * level
                && difference(third, fourth) <= Self.mostStill * level
        }
        if !areas.contains(true) { areas = [] }
    }

    /// Whether nothing leaps.
    var isEmpty: Bool { areas.isEmpty }

    /// Whether a cell of 4 by 4 samples of luma does.
    func contains(_ column: Int, _ row: Int) -> Bool {
        !areas.isEmpty && areas[4 * row / Self.side * columns + 4 * column / Self.side]
    }
}
