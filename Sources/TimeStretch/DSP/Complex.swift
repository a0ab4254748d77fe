/// A complex number: its real and its imaginary part.
typealias Complex = SIMD2<Float>

extension SIMD2<Float> {
    var conjugate: Complex { Complex(x, -y) }

    /// The square of the magnitude.
    var power: Float { x * x + y * y }

    func times(_ other: Complex) -> Complex { Complex(x * other.x - y * other.y, x * other.y + y * other.x) }
}
