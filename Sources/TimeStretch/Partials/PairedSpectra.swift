/// The spectra of one frame of all channels, two channels to a transform: one as the real, one as the imaginary part.
///
/// What is done alike to both channels need not take them apart: a bin of theirs is scaled and turned by scaling bin
/// *k* and its mirror *size − k*, and by turning them in opposite directions.
struct PairedSpectra {
    /// Bins of a transform.
    let size: Int
    let pairCount: Int
    /// The bins of the first pair, then those of the next.
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

    /// Twice the sum over all channels of one bin here, conjugate, by the same bin there; its angle is how far the bin
    /// has turned from here to there.
    func cross(_ other: PairedSpectra, at bin: Int) -> Complex {
        var sum = Complex.zero
        for first in stride(from: 0, to: values.count, by: size) {
            let mirror = first + size - bin
            sum += values[first + bin].conjugate.times(other.values[first + bin])
            sum += values[mirror].times(other.values[mirror].conjugate)
        }
        return sum
    }

    /// Twice the power of all channels' projections on a shape that is centred on a bin and symmetric in time, so that
    /// neighbouring bins have opposite signs.
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

    /// Adds a range of another frame's bins, scaled and turned by `turn`, and the mirrors of those.
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
