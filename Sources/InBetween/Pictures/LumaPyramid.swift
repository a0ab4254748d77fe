internal import CInBetween

/// Luma in 8 bits, in full size and in halves of it.
struct LumaPyramid: Sendable {
    /// Whole first, then each half as wide and high as the one before.
    let levels: [PaddedPlane<UInt8>]

    /// The smaller side of the coarsest level is at least this.
    private static let leastSide = 28
    private static let mostLevels = 6

    /// Makes the halves of a plane.
    init(_ whole: PaddedPlane<UInt8>) {
        var levels = [whole]
        while levels.count < Self.mostLevels, let last = levels.last,
            min(last.width, last.height) >> 1 >= Self.leastSide
        {
            let half = PaddedPlane<UInt8>(width: last.width / 2, height: last.height / 2)
            for row in 0..<half.height {
                unsafe inbetween_halve(
                    half.address(0, row),
                    last.address(0, 2 * row),
                    last.address(0, 2 * row + 1),
                    half.width
                )
            }
            half.extend()
            levels.append(half)
        }
        self.levels = levels
    }
}
