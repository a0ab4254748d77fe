internal import Glibc

/// Finds how the whole frame has moved from one picture to another, to a small part of a pixel.
///
/// From the smallest size to the largest, the movement is improved by steps of Gauss and Newton: the change of brightness is
/// explained by the slopes of both pictures (efficient second-order minimisation, Malis 2004). Beside shift and turn, the size and
/// the light of the scene may change; these are found, so that they disturb nothing, and not used. Samples that do not follow the
/// movement of most others, as people in the scene, count little or nothing (Tukey's biweight).
struct FrameAlignment {
    /// From the first picture to the second, in samples of the largest size.
    private(set) var motion: FrameMotion
    /// How much larger the scene is in the second one.
    private var scale = 1.0
    /// Brightness of the second is this times that of the first, plus ``offset``.
    private var gain: Float = 1
    private var offset: Float = 0
    /// Samples that differ by more are left out; `nil` before differences are known.
    private var limit: Float?

    private static let mostSteps = 8
    /// A step by less than this, in samples of its size, is the last one of that size.
    private static let enough = 0.004
    /// The largest size is measured in one of so many rows and columns: that is as exact, and faster.
    private static let stepOfLargest = 2

    /// Measures.
    ///
    /// - Parameters:
    ///   - first: A picture.
    ///   - second: Another one of the same size.
    ///   - guess: What the movement is like.
    /// - Complexity: O(samples).
    init(from first: GreyPicture, to second: GreyPicture, guess: FrameMotion) {
        motion = guess
        for index in first.levels.indices.reversed() {
            let unit = Double(1 << index)
            var step = Self.mostSteps
            while step > 0,
                let moved = improve(first.levels[index], second.levels[index], unit: unit, isLargest: index == 0),
                moved > Self.enough
            {
                step -= 1
            }
        }
    }

    /// How alike both pictures are where the movement brings them together: 1 where light alone differs, about 0 where they show
    /// something else (the coefficient of correlation, in a small size).
    func likeness(of first: GreyPicture, and second: GreyPicture) -> Double {
        let index = max(0, min(2, first.levels.count - 2))
        let (a, b) = (first.levels[index], second.levels[index])
        let place = Placement(motion, scale, unit: Double(1 << index), a)
        var (count, sumA, sumB, squareA, squareB, product) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        unsafe a.samples.withUnsafeBufferPointer { samples in
            unsafe b.samples.withUnsafeBufferPointer { others in
                for row in 1..<a.height - 1 {
                    for column in 1..<a.width - 1 {
                        guard let found = unsafe place.sample(column, row, in: others, b) else { continue }
                        let (x, y) = (Double(unsafe samples[row * a.width + column]), Double(found.value))
                        (count, sumA, sumB) = (count + 1, sumA + x, sumB + y)
                        (squareA, squareB, product) = (squareA + x * x, squareB + y * y, product + x * y)
                    }
                }
            }
        }
        // Of pictures that hardly overlap nothing can be said.
        guard count > 0.3 * Double(a.width * a.height) else { return 0 }
        let (varianceA, varianceB) = (squareA - sumA * sumA / count, squareB - sumB * sumB / count)
        guard varianceA > 0, varianceB > 0 else { return 0 }
        return (product - sumA * sumB / count) / (varianceA * varianceB).squareRoot()
    }

    /// One step in one size; says by how many samples it moved the corners. `nil` where the pictures tell nothing.
    private mutating func improve(
        _ first: GreyPicture.Level,
        _ second: GreyPicture.Level,
        unit: Double,
        isLargest: Bool
    ) -> Double? {
        let place = Placement(motion, scale, unit: unit, first)
        var equations = NormalEquations()
        var (sum, count): (Float, Float) = (0, 0)
        let step = isLargest ? Self.stepOfLargest : 1
        let reach = Float(max(first.middle.x, first.middle.y, 1))
        let (gain, offset, limit) = (gain, offset, limit ?? .infinity)
        let width = first.width
        unsafe first.samples.withUnsafeBufferPointer { samples in
            unsafe second.samples.withUnsafeBufferPointer { others in
                for row in stride(from: 1, to: first.height - 1, by: step) {
                    let v = (Float(row) - Float(first.middle.y)) / reach
                    for column in stride(from: 1, to: width - 1, by: step) {
                        guard let found = unsafe place.sample(column, row, in: others, second) else { continue }
                        let at = row * width + column
                        let value = unsafe samples[at]
                        let error = found.value - gain * value - offset
                        let size = abs(error)
                        guard size < limit else { continue }
                        (sum, count) = (sum + size, count + 1)
                        let share = limit == .infinity ? 0 : error / limit
                        let weight = (1 - share * share) * (1 - share * share)
                        let slopeX = unsafe (found.slopeX + gain * (samples[at + 1] - samples[at - 1]) / 2) / 2
                        let slopeY = unsafe (found.slopeY + gain * (samples[at + width] - samples[at - width]) / 2) / 2
                        let u = (Float(column) - Float(first.middle.x)) / reach
                        equations.add(
                            SIMD8(
                                slopeX,
                                slopeY,
                                slopeY * u - slopeX * v,
                                slopeX * u + slopeY * v,
                                -value,
                                -1,
                                error,
                                0
                            ),
                            weight
                        )
                    }
                }
            }
        }
        guard count > 60, let change = equations.solution else { return nil }
        // 4 times the mean of the sizes is some 3 standard deviations.
        self.limit = max(4 * sum / count, 1e-3)
        motion.x -= change[0] * unit
        motion.y -= change[1] * unit
        motion.angle -= change[2] / Double(reach)
        scale *= 1 - change[3] / Double(reach)
        self.gain -= Float(change[4])
        self.offset -= Float(change[5])
        guard (0.5...2).contains(scale), abs(motion.angle) < 1 else { return nil }
        return abs(change[0]) + abs(change[1]) + abs(change[2]) + abs(change[3])
    }
}

/// Where samples of one picture lie in the other.
private struct Placement {
    private let cosine: Float
    private let sine: Float
    private let left: Float
    private let top: Float

    init(_ motion: FrameMotion, _ scale: Double, unit: Double, _ level: GreyPicture.Level) {
        let (c, s) = (scale * cos(motion.angle), scale * sin(motion.angle))
        (cosine, sine) = (Float(c), Float(s))
        left = Float(level.middle.x + motion.x / unit - c * level.middle.x + s * level.middle.y)
        top = Float(level.middle.y + motion.y / unit - s * level.middle.x - c * level.middle.y)
    }

    /// Brightness there and its slopes, between four samples; `nil` outside.
    @inline(__always)
    func sample(
        _ column: Int,
        _ row: Int,
        in samples: UnsafeBufferPointer<Float>,
        _ level: GreyPicture.Level
    ) -> (value: Float, slopeX: Float, slopeY: Float)? {
        let x = cosine * Float(column) - sine * Float(row) + left
        let y = sine * Float(column) + cosine * Float(row) + top
        guard x >= 0, y >= 0, x < Float(level.width - 1), y < Float(level.height - 1) else { return nil }
        let (wholeX, wholeY) = (Int(x), Int(y))
        let (restX, restY) = (x - Float(wholeX), y - Float(wholeY))
        let at = wholeY * level.width + wholeX
        let (a, b) = unsafe (samples[at], samples[at + 1])
        let (c, d) = unsafe (samples[at + level.width], samples[at + level.width + 1])
        let (above, below) = (a + restX * (b - a), c + restX * (d - c))
        return (
            above + restY * (below - above), b - a + restY * (d - c - b + a), below - above
        )
    }
}
