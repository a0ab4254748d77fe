/// One plane of a frame as a drawing surface. Shapes are given in pixels of the frame, whatever the plane.
///
/// It describes the samples and does not hold them: they belong to the caller, often to an encoder's frame.
struct PlaneCanvas {
    let plane: FramePlane
    let columns: Int
    let rows: Int
    /// Samples from one row to the next.
    let stride: Int
    /// How colours become samples.
    var coding = ColourCoding.bt709

    /// Draws a shape over what is there.
    func fill(
        _ shape: some Shape,
        _ colour: Colour,
        opacity: Double = 1,
        in samples: inout MutableSpan<UInt8>
    ) {
        let shape = shape.mapped(scale: plane.scale, left: plane.leftEdge)
        let sample = colour.sample(plane, coding)
        for row in indexes(shape.rows, below: rows) {
            let y = Double(row) + 0.5
            guard let reach = shape.reach(at: y) else { continue }
            let touched = indexes(reach.touched, below: columns)
            let covered =
                reach.covered.map { indexes($0, below: columns).clamped(to: touched) }
                ?? touched.upperBound..<touched.upperBound
            let start = row * stride
            let left = touched.lowerBound..<covered.lowerBound
            blend(shape, at: y, sample, opacity, left, from: start, in: &samples)
            let run = start + covered.lowerBound..<start + covered.upperBound
            if opacity < 1 {
                samples.blend(run, with: sample, opacity: opacity)
            } else {
                samples.fill(run, with: UInt8(sample.rounded()))
            }
            let right = covered.upperBound..<touched.upperBound
            blend(shape, at: y, sample, opacity, right, from: start, in: &samples)
        }
    }

    /// Draws a part of the edge: of the row whose centre is at `y`, and whose first sample is at `start`.
    private func blend(
        _ shape: some Shape,
        at y: Double,
        _ sample: Double,
        _ opacity: Double,
        _ columns: Range<Int>,
        from start: Int,
        in samples: inout MutableSpan<UInt8>
    ) {
        var column = columns.lowerBound
        while column < columns.upperBound {
            let old = Double(samples[start + column])
            let part = shape.coverage(x: Double(column) + 0.5, y: y) * opacity
            samples[start + column] = UInt8(old + (sample - old) * part + 0.5)
            column += 1
        }
    }

    /// The samples whose centres lie in a range, of those that exist.
    private func indexes(_ centres: ClosedRange<Double>, below count: Int) -> Range<Int> {
        let limit = Double(count)
        let first = max(0, min(limit, (centres.lowerBound - 0.5).rounded(.up)))
        let end = max(first, min(limit, (centres.upperBound - 0.5).rounded(.down) + 1))
        return Int(first)..<Int(end)
    }
}
