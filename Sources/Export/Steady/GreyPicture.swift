/// Brightness alone, in several sizes, each half as large as the one before: what movements are measured in.
struct GreyPicture: Sendable {
    /// Brightness of one size, row by row.
    struct Level: Sendable {
        let width: Int
        let height: Int
        let samples: [Float]
        /// Where the middle of the frame is, in samples from the first one.
        let middle: (x: Double, y: Double)
    }

    /// The largest first.
    let levels: [Level]

    /// Smaller sizes tell nothing more.
    private static let leastSide = 20

    /// Takes brightness in the largest size. Neighbours must be blended a little, so that what lies between samples can be told
    /// from them.
    init(width: Int, height: Int, samples: [Float]) {
        let middle = (x: Double(width - 1) / 2, y: Double(height - 1) / 2)
        var levels = [Level(width: width, height: height, samples: samples, middle: middle)]
        while let last = levels.last, min(last.width, last.height) >= 2 * Self.leastSide { levels.append(last.halved) }
        self.levels = levels
    }
}

extension GreyPicture.Level {
    /// Half as large: four samples become one, in their middle.
    fileprivate var halved: Self {
        let (width, height) = (width / 2, height / 2)
        var half: [Float] = []
        half.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let above = 2 * (row * self.width + column)
                let below = above + self.width
                half.append((samples[above] + samples[above + 1] + samples[below] + samples[below + 1]) / 4)
            }
        }
        return Self(
            width: width,
            height: height,
            samples: half,
            middle: ((middle.x - 0.5) / 2, (middle.y - 0.5) / 2)
        )
    }
}
