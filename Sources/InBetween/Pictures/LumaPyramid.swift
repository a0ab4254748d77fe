internal import CInBetween

/// Luma in 8 bits, in full size and in halves of it.
struct LumaPyramid: Sendable {
    /// Whole first, then each half as wide and high as the one before.
    let levels: [PaddedPlane<UInt8>]

    /// The smaller side of the coarsest level is at least this.
    private static let leastSide = 28
    private static let mostLevels = 6
    /// How far around a sample its surroundings reach, in samples of the full size.
    private static let surroundings = 24

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

    /// The same picture half as wide and high; `nil` where it has no halves.
    var half: LumaPyramid? { levels.count > 1 ? LumaPyramid(levels: Array(levels.dropFirst())) : nil }

    private init(levels: [PaddedPlane<UInt8>]) { self.levels = levels }

    /// The same picture with other grey levels, which are rounded and clamped. Levels finer than the last one stay.
    func mapped(downTo last: Int, _ value: (Double) -> Double) -> LumaPyramid {
        let table = (0..<256).map { UInt8(max(0, min(255, value(Double($0)).rounded()))) }
        return LumaPyramid(
            levels: levels.enumerated().map { index, level in
                guard index >= last else { return level }
                let mapped = PaddedPlane<UInt8>(width: level.width, height: level.height)
                for row in 0..<level.height {
                    unsafe inbetween_map(mapped.address(0, row), level.address(0, row), table, level.width)
                }
                mapped.extend()
                return mapped
            }
        )
    }

    /// The same picture without light and shadow: each sample of a level, and of coarser ones, is how much brighter it is than
    /// its surroundings, upon a middle grey. Finer levels stay.
    func detail(downTo last: Int) -> LumaPyramid {
        LumaPyramid(
            levels: levels.enumerated().map { index, level in
                guard index >= last else { return level }
                let detail = PaddedPlane<UInt8>(width: level.width, height: level.height)
                let reach = max(1, Self.surroundings >> index)
                unsafe inbetween_detail(
                    detail.address(0, 0),
                    level.address(0, 0),
                    level.stride,
                    level.width,
                    level.height,
                    Int32(reach)
                )
                detail.extend()
                return detail
            }
        )
    }
}
