internal import CVectors
internal import Glibc

/// Vectors of eight single-precision numbers: wide enough for AVX, and two instructions each with SSE.
typealias Vector = SIMD8<Float>

/// The sum of the products of two buffers of the same length.
func dotProduct(_ a: UnsafeBufferPointer<Float>, _ b: UnsafeBufferPointer<Float>) -> Float {
    guard let first = a.baseAddress, let second = b.baseAddress else { return 0 }
    return unsafe overcrank_dot_product(first, second, a.count)
}

/// Writes to every `targetStep`th element of `target`, from the first on, a sum of samples with weights: `count` sums, each of
/// samples that begin `step` behind those of the sum before. The number of weights is a multiple of eight.
func filter(
    _ samples: UnsafeBufferPointer<Float>,
    step: Int,
    weights: UnsafeBufferPointer<Float>,
    count: Int,
    into target: UnsafeMutableBufferPointer<Float>,
    targetStep: Int
) {
    guard count > 0 else { return }
    precondition(
        (count - 1) * step + weights.count <= samples.count && (count - 1) * targetStep < target.count
            && weights.count % Vector.scalarCount == 0,
        "all sums are of samples that are there"
    )
    guard let first = samples.baseAddress, let factors = weights.baseAddress, let sums = target.baseAddress else {
        return
    }
    unsafe overcrank_filter(sums, targetStep, first, step, factors, weights.count, count)
}

/// A Hann window of an even length whose copies at half its length add up to 1.
func hannWindow(_ count: Int) -> [Float] {
    let step = 2 * Double.pi / Double(count)
    return (0..<count).map { index in Float(0.5 - 0.5 * cos(step * (Double(index) + 0.5))) }
}

extension SIMD8<Float> {
    /// The last element first.
    @inline(__always)
    var reversed: SIMD8<Float> { SIMD8(lowHalf: highHalf.reversed, highHalf: lowHalf.reversed) }

    /// The fourth roots of numbers that are not negative, to 0.8 %. There is no vector instruction for exact ones.
    ///
    /// A first estimate of the inverse root comes from a quarter of the exponent; one step of Newton's method improves it:
    /// Lomont, "Fast inverse square root" (2003), for the fourth root.
    @inline(__always)
    var fourthRoot: SIMD8<Float> {
        let bits = unsafe unsafeBitCast(self, to: SIMD8<UInt32>.self)
        // 5/4 of the exponent's bias, less a constant that centres the error of using the mantissa as a logarithm.
        let estimate = unsafe unsafeBitCast(0x4F58_4000 &- bits &>> 2, to: SIMD8<Float>.self)
        let square = estimate * estimate
        let inverse = estimate * (1.25 - 0.25 * (self * square * square))
        return self * inverse * inverse * inverse
    }
}

extension SIMD4<Float> {
    @inline(__always)
    fileprivate var reversed: SIMD4<Float> { SIMD4(w, z, y, x) }
}

extension [Float] {
    /// Becomes the product of two others, which have as many numbers.
    mutating func set(productOf one: [Float], and other: [Float]) {
        precondition(one.count == count && other.count == count, "there are as many factors")
        unsafe withUnsafeMutableBufferPointer { products in
            unsafe one.withUnsafeBufferPointer { one in
                unsafe other.withUnsafeBufferPointer { other in
                    for index in products.indices { unsafe products[index] = one[index] * other[index] }
                }
            }
        }
    }
}
