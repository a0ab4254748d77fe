import SceneRendering

/// A rendered frame in memory of its own, for tests.
struct RenderedFrame: Equatable {
    var planes: [[UInt8]]
    let width: Int
    let height: Int
    let strides: [Int]

    /// A frame of a scene; every row is followed by some bytes of padding of a known value.
    init(_ scene: SyntheticScene, frame: Int64, padding: Int = 0, paddingValue: UInt8 = 0) {
        (width, height) = (scene.width, scene.height)
        let strides = FramePlane.allCases.map { $0.columns(ofWidth: scene.width) + padding }
        planes = zip(FramePlane.allCases, strides).map { plane, stride in
            var samples = [UInt8](repeating: paddingValue, count: stride * plane.rows(ofHeight: scene.height))
            var span = samples.mutableSpan
            scene.render(frame: frame, plane, into: &span, stride: stride)
            return samples
        }
        self.strides = strides
    }

    /// The number in the frame's barcode.
    var frameNumber: Int64? {
        let luma = planes[0]
        return FrameBarcode.frameNumber(in: luma.span, stride: strides[0], width: width, height: height)
    }

    /// The rows that hold the barcode, and some above them for filters that reach beyond.
    private var stripRows: Range<Int> { height - height / 18 - 4..<height }

    /// The frame with a filter over its barcode, which is given the frame and a place in it.
    func filteringStrip(_ filter: (RenderedFrame, _ column: Int, _ row: Int) -> Double) -> RenderedFrame {
        var copy = self
        for row in stripRows {
            for column in 0..<width {
                let sample = filter(self, column, row).rounded()
                copy.planes[0][row * strides[0] + column] = UInt8(max(0, min(255, sample)))
            }
        }
        return copy
    }

    /// Brightness at a place; beyond the edges it is that of the edge.
    func luma(_ column: Int, _ row: Int) -> Double {
        let (x, y) = (max(0, min(width - 1, column)), max(0, min(height - 1, row)))
        return Double(planes[0][y * strides[0] + x])
    }
}
