/// The kernel for a cutoff that changes from sample to sample: in a ramp that is faster than rate 1.
///
/// One table of the kernel's own shape is read at the distance of every tap, with a parabola between its entries. With 512
/// entries between two zero crossings the error is below −150 dB.
struct SweptKernel {
    private static let entriesPerCrossing = 512

    /// The kernel from one entry before its middle to one behind the last crossing.
    private let table: [Float]

    init() {
        let last = KaiserSinc.crossings * Self.entriesPerCrossing
        table = (-1...last + 2).map { Float(KaiserSinc.value(Double($0) / Double(Self.entriesPerCrossing))) }
    }

    /// Writes the weights for a position that lies `fraction` of a sample, in [0, 1), behind a sample. The first weight belongs
    /// to the sample that lies `lead` samples before the position's whole part.
    func write(fraction: Double, cutoff: Double, lead: Int, to weights: UnsafeMutableBufferPointer<Float>) {
        let scale = cutoff * Double(Self.entriesPerCrossing)
        let end = Double(KaiserSinc.crossings * Self.entriesPerCrossing)
        unsafe table.withUnsafeBufferPointer { table in
            for tap in weights.indices {
                let distance = min((Double(tap - lead) - fraction).magnitude * scale, end)
                let entry = Int(distance + 0.5)
                let offset = Float(distance - Double(entry))
                // The table begins one entry before the middle.
                let index = entry + 1
                let (previous, value, next) = unsafe (table[index - 1], table[index], table[index + 1])
                let interpolated = value + offset * ((next - previous) / 2 + offset * ((previous + next) / 2 - value))
                unsafe weights[tap] = Float(cutoff) * interpolated
            }
        }
    }
}
