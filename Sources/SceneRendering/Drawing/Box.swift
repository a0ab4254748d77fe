/// An upright rectangle; coverage is the exact area that it shares with a sample.
struct Box: Shape {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(left: Double, top: Double, width: Double, height: Double) {
        self.left = left
        self.top = top
        right = left + width
        bottom = top + height
    }

    var rows: ClosedRange<Double> { (top - 0.5).nextUp...(bottom + 0.5).nextDown }

    func reach(at y: Double) -> RowReach? {
        // A sample that only abuts has no share: most boxes lie on whole samples, and then have no edge to work out.
        guard let touched = ClosedRange(from: (left - 0.5).nextUp, to: (right + 0.5).nextDown) else { return nil }
        let isWhole = y - 0.5 >= top && y + 0.5 <= bottom
        return RowReach(touched: touched, covered: isWhole ? ClosedRange(from: left + 0.5, to: right - 0.5) : nil)
    }

    func coverage(x: Double, y: Double) -> Double {
        shared(x, left, right) * shared(y, top, bottom)
    }

    private func shared(_ centre: Double, _ low: Double, _ high: Double) -> Double {
        max(0, min(centre + 0.5, high) - max(centre - 0.5, low))
    }

    func mapped(scale: Double, left edge: Double) -> Box {
        Box(
            left: left * scale + edge,
            top: top * scale,
            width: (right - left) * scale,
            height: (bottom - top) * scale
        )
    }
}
