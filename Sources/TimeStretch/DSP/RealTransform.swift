/// One Fourier transform of real samples, unscaled in both directions: *n* samples and the *n*/2 + 1 bins up to half the sample
/// rate.
final class RealTransform {
    private let context: TransformContext

    /// A transform of `count` samples: twice a power of two, or 3, 5 or 15 times that.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(count: Int, isInverse: Bool) throws(TimeStretchError) {
        context = try TransformContext(.real, count: count, isInverse: isInverse)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` are lost.
    func callAsFunction(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        unsafe context.transform(input, into: output, stride: MemoryLayout<Float>.stride)
    }
}
