internal import CFFmpeg

/// Owns one transform of libavutil (`av_tx`), unscaled in both directions.
@safe
final class TransformContext {
    /// What the values are.
    enum Kind {
        /// Complex ones on both sides.
        case complex
        /// Real samples, and the complex bins up to half the sample rate.
        case real
    }

    private let context: OpaquePointer
    private let function: av_tx_fn

    /// A transform of `count` values.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(_ kind: Kind, count: Int, isInverse: Bool) throws(TimeStretchError) {
        var context: OpaquePointer?
        var function: av_tx_fn?
        var scale: Float = 1
        let status = unsafe av_tx_init(
            &context,
            &function,
            kind == .complex ? AV_TX_FLOAT_FFT : AV_TX_FLOAT_RDFT,
            isInverse ? 1 : 0,
            Int32(count),
            &scale,
            0
        )
        guard status >= 0, let context = unsafe context, let function = unsafe function else {
            throw TimeStretchError(.engine, "libavutil has no Fourier transform of \(count) \(kind) values")
        }
        unsafe (self.context, self.function) = (context, function)
    }

    deinit {
        var context: OpaquePointer? = unsafe context
        unsafe av_tx_uninit(&context)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes, whose values are `stride` bytes apart. The contents of
    /// `input` may be lost.
    func transform(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, stride: Int) {
        unsafe function(context, output, input, stride)
    }
}
