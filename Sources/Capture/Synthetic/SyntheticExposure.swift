internal import SceneRendering

/// What more gain does to the synthetic scene: everything but black gets brighter, at most white.
struct SyntheticExposure {
    /// For each sample of luma what it becomes; `nil` where nothing changes.
    private let table: [UInt8]?

    /// - Parameter brightness: how much brighter; 1 and more.
    init(_ brightness: Double) {
        guard brightness > 1 else {
            table = nil
            return
        }
        // Luma from 16 (black) to 235 (white).
        table = (0...255).map { sample in
            sample <= 16 ? UInt8(sample) : UInt8(min(235, (Double(sample - 16) * brightness).rounded() + 16))
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
