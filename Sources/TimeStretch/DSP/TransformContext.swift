internal import CFFmpeg

/// Owns one complex transform of libavutil (`av_tx`), unscaled in both directions.
@safe
final class TransformContext {
    /// The most values, a power of two, of which the library has a fast transform. Of more it has one that takes a time of their square,
    /// and does not say so.
    static let longest = 1 << 17

    private let context: OpaquePointer
    private let function: av_tx_fn

    /// A transform of `count` values, ``longest`` at most.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    init(count: Int, isInverse: Bool) throws(TimeStretchError) {
        var context: OpaquePointer?
        var function: av_tx_fn?
        var scale: Float = 1
        let status = unsafe av_tx_init(
            &context,
            &function,
            AV_TX_FLOAT_FFT,
            isInverse ? 1 : 0,
            Int32(count),
            &scale,
            0
        )
        guard status >= 0, let context = unsafe context, let function = unsafe function else {
            throw TimeStretchError(.engine, "libavutil has no Fourier transform of \(count) values")
        }
        unsafe (self.context, self.function) = (context, function)
    }

    deinit {
        var context: OpaquePointer? = unsafe context
        unsafe av_tx_uninit(&context)
    }

    /// Transforms `input` into `output`, both aligned to 64 bytes. The contents of `input` may be lost.
    func transform(_ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        unsafe function(context, output, input, 2 * MemoryLayout<Float>.stride)
    }
}
