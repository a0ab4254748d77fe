internal import Glibc

/// Single-precision vectors of a width that every machine has two of in flight.
typealias Vector = SIMD8<Float>

/// The sum of the products of two buffers of the same length.
func dotProduct(_ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>) -> Float {
    let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    let vectorSize = MemoryLayout<Vector>.size
    var (even, odd) = (Vector.zero, Vector.zero)
    var offset = 0
    while offset + 2 * vectorSize <= a.count {
        unsafe even +=
            a.loadUnaligned(fromByteOffset: offset, as: Vector.self)
            * b.loadUnaligned(fromByteOffset: offset, as: Vector.self)
        unsafe odd +=
            a.loadUnaligned(fromByteOffset: offset + vectorSize, as: Vector.self)
            * b.loadUnaligned(fromByteOffset: offset + vectorSize, as: Vector.self)
        offset += 2 * vectorSize
    }
    var sum = (even + odd).sum()
    while offset < a.count {
        unsafe sum +=
            a.loadUnaligned(fromByteOffset: offset, as: Float.self)
            * b.loadUnaligned(fromByteOffset: offset, as: Float.self)
        offset += MemoryLayout<Float>.size
    }
    return sum
}

/// A Hann window of an even length whose copies at half its length add up to 1.
func hannWindow(_ count: Int) -> [Float] {
    (0..<count).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(count))) }
}
