/// The spectra of one frame in all channels. Two channels share one transform: one is its real, one its imaginary part.
///
/// An operation that is the same for both channels need not separate them. To scale a bin of both, bin *k* and its mirror
/// *size − k* are scaled; to turn it, they are turned in opposite directions.
struct PairedSpectra {
    /// Bins of a transform.
    let size: Int
    let pairCount: Int
    /// The bins of the first pair of channels, then those of the next.
    private(set) var values: [Complex]

    /// Spectra of silence.
    init(size: Int, pairCount: Int) {
        self.size = size
        self.pairCount = pairCount
        values = Array(repeating: .zero, count: size * pairCount)
    }

    /// Takes a pair's spectrum.
    mutating func take(_ spectrum: borrowing ComplexBuffer, asPair pair: Int) {
        let first = pair * size
        unsafe values.withUnsafeMutableBufferPointer { values in
            for bin in 0..<size {
                unsafe values[first + bin] = Complex(spectrum.parts[2 * bin], spectrum.parts[2 * bin + 1])
            }
        }
    }

    /// Twice the power of all channels in each bin up to the middle.
    func powers() -> [Float] {
        var powers = Array(repeating: Float(0), count: size / 2)
        unsafe values.withUnsafeBufferPointer { values in
            unsafe powers.withUnsafeMutableBufferPointer { powers in
                for first in stride(from: 0, to: values.count, by: size) {
                    for bin in 1..<size / 2 {
                        let (value, mirror) = unsafe (values[first + bin], values[first + size - bin])
                        unsafe powers[bin] += value.power + mirror.power
                    }
                }
            }
        }
        return powers
    }

    /// Twice the sum, over all channels, of a bin's conjugate times the same bin in other spectra. Its angle is how far the
    /// bin has turned from these to the others.
    func cross(_ other: PairedSpectra, at bin: Int) -> Complex {
        var sum = Complex.zero
        for first in stride(from: 0, to: values.count, by: size) {
            let mirror = first + size - bin
            sum += values[first + bin].conjugate.times(other.values[first + bin])
            sum += values[mirror].times(other.values[mirror].conjugate)
        }
        return sum
    }

    /// Twice the power of all channels' projections on a shape around a bin. The shape is that of a window that is symmetric
    /// about the middle of the frame, so neighbouring bins have opposite signs.
    func projection(on shape: [Float], around bin: Int) -> Float {
        var power: Float = 0
        for first in stride(from: 0, to: values.count, by: size) {
            var (sum, mirrored) = (Complex.zero, Complex.zero)
            for (offset, weight) in shape.enumerated() {
                let index = bin + offset - shape.count / 2
                let signed = offset.isMultiple(of: 2) ? weight : -weight
                sum += signed * values[first + index]
                mirrored += signed * values[first + size - index]
            }
            power += sum.power + mirrored.power
        }
        return power
    }

    /// Adds a range of another frame's bins, multiplied by `turn`, and the mirrors of these bins, multiplied by its conjugate.
    mutating func add(_ other: PairedSpectra, bins: Range<Int>, turnedBy turn: Complex) {
        let back = turn.conjugate
        for first in stride(from: 0, to: values.count, by: size) {
            for bin in bins {
                let mirror = first + size - bin
                values[first + bin] += other.values[first + bin].times(turn)
                values[mirror] += other.values[mirror].times(back)
            }
        }
    }
}
