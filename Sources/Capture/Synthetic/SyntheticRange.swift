internal import SceneRendering

/// Brings the synthetic scene to the whole range of samples, as JPEG has it: the scene's luma is 16 (black) to 235 (white), and its
/// chroma 128 and up to 112 more or less.
struct SyntheticRange {
    /// For each sample what it becomes.
    private let luma = (0...255).map { Self.sample(Double($0 - 16) * 255 / 219) }
    private let chroma = (0...255).map { Self.sample(Double($0 - 128) * 255 / 224 + 128) }

    private static func sample(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }

    /// - Complexity: O(number of pixels).
    func apply(to samples: inout MutableSpan<UInt8>, of plane: FramePlane, _ size: FrameSize, stride: Int) {
        let table = plane == .luma ? luma : chroma
        let columns = plane.columns(ofWidth: size.width)
        for row in 0..<plane.rows(ofHeight: size.height) {
            for column in row * stride..<row * stride + columns { samples[column] = table[Int(samples[column])] }
        }
    }
}
