internal import CFFmpeg

/// Owns one Fourier transform of real samples of libavutil (`av_tx`), unscaled in both directions: *n* samples and the
/// *n*/2 + 1 bins up to half the sample rate.
@safe
final class RealTransform {
    private let context: OpaquePointer
    private let function: av_tx_fn

    /// A transform of `count` samples: twice a power of two, or 3, 5 or 15 times that.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(count: Int, isInverse: Bool) throws(TimeStretchError) {
        var context: OpaquePointer?
        var function: av_tx_fn?
        var scale: Float = 1
        let status = unsafe av_tx_init(
            &context,
            &function,
            AV_TX_FLOAT_RDFT,
            isInverse ? 1 : 0,
            Int32(count),
            &scale,
            0
        )
        guard status >= 0, let context = unsafe context, let function = unsafe function else {
            throw TimeStretchError(.engine, "libavutil has no Fourier transform of \(count) real samples")
        }
        unsafe self.context = context
        unsafe self.function = function
    }

    deinit {
        var context: OpaquePointer? = unsafe context
        unsafe av_tx_uninit(&context)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` are lost.
    func callAsFunction(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        unsafe function(context, output, input, MemoryLayout<Float>.stride)
    }
}
