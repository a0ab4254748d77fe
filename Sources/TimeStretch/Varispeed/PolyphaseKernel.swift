internal import CVectors

/// A table of the kernel for one cutoff: a row of weights for each of 256 fractions of a position, with a parabola between
/// neighbouring rows.
///
/// The error of a parabola through three points at distance *h* is at most *h*³/16 of the third derivative, (π · cutoff)³.
/// With 256 rows that is below −140 dB. The kernel of a fast rate is smoother and needs fewer rows.
struct PolyphaseKernel {
    let cutoff: Double
    /// The first weight belongs to the sample that lies this many samples before the position's whole part.
    let lead: Int
    /// Weights in a row, a whole number of vectors.
    let taps: Int

    private let rows: Int
    /// For each row in turn: its weights, half the difference of its neighbours, and half of its second difference.
    private let table: [Float]

    init(cutoff: Double) {
        self.cutoff = cutoff
        let reach = KaiserSinc.reach(cutoff: cutoff)
        lead = reach
        let width = Vector.scalarCount
        taps = (2 * reach + 2 + width - 1) / width * width
        rows = max(16, Int((256 * cutoff).rounded(.up)))
        var table: [Float] = []
        table.reserveCapacity(3 * taps * (rows + 1))
        var previous = Self.row(at: -1 / Double(rows), taps: taps, lead: lead, cutoff: cutoff)
        var current = Self.row(at: 0, taps: taps, lead: lead, cutoff: cutoff)
        for row in 0...rows {
            let next = Self.row(at: Double(row + 1) / Double(rows), taps: taps, lead: lead, cutoff: cutoff)
            table += current.map { Float($0) }
            table += zip(previous, next).map { Float(($1 - $0) / 2) }
            table += zip(zip(previous, next), current).map { Float(($0.0 + $0.1) / 2 - $1) }
            (previous, current) = (current, next)
        }
        self.table = table
    }

    private static func row(at fraction: Double, taps: Int, lead: Int, cutoff: Double) -> [Double] {
        (0..<taps).map { cutoff * KaiserSinc.value((Double($0 - lead) - fraction) * cutoff) }
    }

    /// Writes the weights for a position that lies `fraction` of a sample, in [0, 1), behind a sample.
    func write(fraction: Double, to weights: UnsafeMutableBufferPointer<Float>) {
        precondition(weights.count >= taps, "there is room for a row")
        guard let target = weights.baseAddress else { return }
        let scaled = fraction * Double(rows)
        let row = Int(scaled + 0.5)
        unsafe table.withUnsafeBufferPointer { table in
            guard let start = table.baseAddress else { return }
            let value = unsafe start + row * 3 * taps
            unsafe overcrank_parabolas(
                target,
                value,
                value + taps,
                value + 2 * taps,
                Float(scaled - Double(row)),
                taps
            )
        }
    }
}
