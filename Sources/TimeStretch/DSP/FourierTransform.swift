internal import CFFmpeg

/// Owns one complex Fourier transform of libavutil (`av_tx`), unscaled in both directions.
@safe
package final class FourierTransform {
    private let context: OpaquePointer
    private let function: av_tx_fn

    /// A transform of `count` values: a power of two, or 3, 5 or 15 times one.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where the library gives none.
    package init(count: Int, isInverse: Bool) throws(TimeStretchError) {
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
        unsafe self.context = context
        unsafe self.function = function
    }

    deinit {
        var context: OpaquePointer? = unsafe context
        unsafe av_tx_uninit(&context)
    }

    /// Transforms `input` into `output`. The contents of `input` are lost.
    package func callAsFunction(_ input: borrowing ComplexBuffer, into output: borrowing ComplexBuffer) {
        let stride = 2 * MemoryLayout<Float>.stride
        unsafe function(context, output.parts.baseAddress, input.parts.baseAddress, stride)
    }
}
