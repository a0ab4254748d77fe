internal import CVectors
internal import Glibc

/// One Fourier transform of real samples, unscaled in both directions: *n* samples and the *n*/2 + 1 bins up to half the sample
/// rate.
///
/// Every second sample counts as an imaginary part, so that a complex transform of half the length does it; what the even and what the
/// odd samples add is then told apart. Sorensen, Jones, Heideman and Burrus, "Real-valued fast Fourier transform algorithms", IEEE Trans.
/// ASSP 35(6), 1987.
final class RealTransform {
    /// The spectrum of the pairs of samples.
    private let pairs: ComplexBuffer
    private let transform: FourierTransform
    /// By what the odd samples' spectrum is turned against that of the even ones, in 90° more.
    private let turns: [Float]
    private let count: Int
    private let isInverse: Bool

    /// A transform of `count` samples: twice a power of two, or 3, 5 or 15 times that.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(count: Int, isInverse: Bool) throws(TimeStretchError) {
        pairs = ComplexBuffer(count: count / 2)
        transform = try FourierTransform(count: count / 2, isInverse: isInverse)
        turns = (0...count / 4).flatMap { bin in
            let angle = 2 * Double.pi * Double(bin) / Double(count)
            return [-Float(sin(angle)), Float(cos(angle)) * (isInverse ? 1 : -1)]
        }
        (self.count, self.isInverse) = (count, isInverse)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The samples of `input` are lost; bins are left as they are.
    func callAsFunction(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        guard let pairs = unsafe pairs.parts.baseAddress else { return }
        if isInverse {
            let (lowest, highest) = unsafe (input[0], input[count])
            unsafe (pairs[0], pairs[1]) = (lowest + highest, lowest - highest)
            unsafe overcrank_fold(pairs, input, turns, 1, count / 2)
            unsafe transform.transform(pairs, into: output)
        } else {
            unsafe transform.transform(input, into: pairs)
            let (even, odd) = unsafe (pairs[0], pairs[1])
            // The bins at 0 Hz and at half the sample rate are real.
            unsafe (output[0], output[1]) = (even + odd, 0)
            unsafe (output[count], output[count + 1]) = (even - odd, 0)
            unsafe overcrank_fold(output, pairs, turns, 0.5, count / 2)
        }
    }
}
