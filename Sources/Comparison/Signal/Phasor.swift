internal import Glibc

/// A complex number.
package struct Phasor: Hashable {
    var real: Double
    var imaginary: Double

    static let zero = Phasor(real: 0, imaginary: 0)

    init(real: Double, imaginary: Double) {
        self.real = real
        self.imaginary = imaginary
    }

    /// Of length 1.
    init(phase: Double) { self.init(real: cos(phase), imaginary: sin(phase)) }

    /// In radians, from −π to π.
    var phase: Double { atan2(imaginary, real) }

    /// The square of the length.
    package var power: Double { real * real + imaginary * imaginary }

    static func * (a: Phasor, b: Phasor) -> Phasor {
        Phasor(
            real: a.real * b.real - a.imaginary * b.imaginary,
            imaginary: a.real * b.imaginary + a.imaginary * b.real
        )
    }

    /// Adds a real number's product with the conjugate of a phasor.
    mutating func add(_ value: Double, conjugate other: Phasor) {
        real += value * other.real
        imaginary -= value * other.imaginary
    }

    /// A positive power, by squaring.
    func raised(to exponent: Int) -> Phasor {
        var (result, square, rest) = (Phasor(real: 1, imaginary: 0), self, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result = result * square }
            square = square * square
            rest >>= 1
        }
        return result
    }
}
