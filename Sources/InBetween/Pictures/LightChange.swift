/// How much richer in contrast and how much brighter one picture is than another, if all of it is as in a fade.
struct LightChange: Sendable {
    private let before: Levels
    private let after: Levels

    /// Pictures whose mean and deviation together differ by fewer grey levels are as bright.
    private static let least = 0.5
    /// Of a picture that has a smaller part of the other one's contrast, next to nothing can be found there.
    private static let leastContrast = 0.2

    /// `nil` where both pictures are as bright.
    init?(from first: PaddedPlane<UInt8>, to second: PaddedPlane<UInt8>) {
        (before, after) = (Levels(first), Levels(second))
        guard abs(after.mean - before.mean) + abs(after.deviation - before.deviation) >= Self.least else { return nil }
    }

    /// The smaller of both contrasts, as a part of the larger one.
    var contrast: Double {
        min(before.deviation, after.deviation) / max(before.deviation, after.deviation, .leastNonzeroMagnitude)
    }

    /// Whether one of the pictures is next to nothing but a colour, as at the end of a fade.
    var isToNothing: Bool { contrast < Self.leastContrast }

    /// Both pictures in the same light: that of the one with less contrast, so that no detail is made up. Levels finer than the last
    /// one stay.
    func levelled(
        _ first: LumaPyramid,
        _ second: LumaPyramid,
        downTo last: Int
    ) -> (first: LumaPyramid, second: LumaPyramid) {
        let gain = contrast
        return after.deviation < before.deviation
            ? (first.mapped(downTo: last) { [before, after] in after.mean + gain * ($0 - before.mean) }, second)
            : (first, second.mapped(downTo: last) { [before, after] in before.mean + gain * ($0 - after.mean) })
    }
}

/// The mean and the deviation of a plane's samples.
private struct Levels {
    let mean: Double
    let deviation: Double

    init(_ plane: PaddedPlane<UInt8>) {
        var (sum, squares) = (0, 0)
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let sample = Int(plane[column, row])
                sum += sample
                squares += sample * sample
            }
        }
        let count = Double(plane.width * plane.height)
        mean = Double(sum) / count
        deviation = max(0, Double(squares) / count - mean * mean).squareRoot()
    }
}
