internal import SceneRendering

/// What more gain does to the synthetic scene: everything but black gets brighter, at most white.
struct SyntheticExposure {
    /// For each sample of luma what it becomes; `nil` where nothing changes.
    private let table: [UInt8]?

    /// - Parameters:
    ///   - brightness: how much brighter; 1 and more.
    ///   - luma: from black to white.
    init(_ brightness: Double, luma: ClosedRange<Int>) {
        guard brightness > 1 else {
            table = nil
            return
        }
        let (black, white) = (luma.lowerBound, Double(luma.upperBound))
        table = (0...255).map { sample in
            guard sample > black else { return UInt8(sample) }
            return UInt8(min(white, (Double(sample - black) * brightness).rounded() + Double(black)))
        }
    }

    /// - Complexity: O(number of pixels), or O(1) where nothing changes.
    func apply(to samples: inout MutableSpan<UInt8>, of plane: FramePlane, _ size: FrameSize, stride: Int) {
        guard let table, plane == .luma else { return }
        for row in 0..<size.height {
            for column in row * stride..<row * stride + size.width { samples[column] = table[Int(samples[column])] }
        }
    }
}
