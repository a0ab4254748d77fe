/// One Fourier transform of real samples, unscaled in both directions: *n* samples and the *n*/2 + 1 bins up to half the sample
/// rate.
final class RealTransform {
    private let context: TransformContext
    private let count: Int
    private let isInverse: Bool

    /// A transform of `count` samples: twice a power of two, or 3, 5 or 15 times that.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(count: Int, isInverse: Bool) throws(TimeStretchError) {
        context = try TransformContext(.real, count: count, isInverse: isInverse)
        (self.count, self.isInverse) = (count, isInverse)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` are lost.
    func callAsFunction(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        unsafe context.transform(input, into: output, stride: MemoryLayout<Float>.stride)
        guard !isInverse else { return }
        // The bins at 0 Hz and at half the sample rate are real. FFmpeg 5.1 leaves in the latter's imaginary part what was there.
        unsafe (output[1], output[count + 1]) = (0, 0)
    }
}
