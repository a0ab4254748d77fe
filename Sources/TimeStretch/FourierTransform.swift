internal import CFFmpeg

/// Complex values, real and imaginary parts in turn, in memory that vector instructions reach.
@safe
package struct ComplexBuffer: ~Copyable {
    package let count: Int
    /// 2 · `count` numbers.
    package let parts: UnsafeMutableBufferPointer<Float>

    package init(count: Int) {
        self.count = count
        let bytes = 2 * count * MemoryLayout<Float>.stride
        // libavutil's widest vectors have 64 bytes.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        unsafe parts = UnsafeMutableBufferPointer(
            start: memory.initializeMemory(as: Float.self, repeating: 0, count: 2 * count),
            count: 2 * count
        )
    }

    deinit { unsafe parts.deallocate() }

    /// Takes `frameCount` samples of the source from `index` on, zeros behind: even channels as real parts, odd ones as
    /// imaginary parts, added up where there are more. `channels` are all of them where it is `nil`.
    func load(
        _ source: SourceWindow,
        channels: Range<Int>? = nil,
        from index: Int64,
        frameCount: Int,
        scratch: inout [Float]
    ) {
        unsafe parts.update(repeating: 0)
        unsafe scratch.withUnsafeMutableBufferPointer { scratch in
            let samples = scratch.extracting(0..<frameCount)
            for channel in channels ?? 0..<source.channelCount {
                unsafe source.copy(channel: channel, from: index, to: samples)
                for sample in 0..<frameCount { unsafe parts[2 * sample + channel % 2] += samples[sample] }
            }
        }
    }

    /// Takes as many values.
    func load(_ values: ArraySlice<Complex>) {
        for (index, value) in values.enumerated() {
            unsafe parts[2 * index] = value.x
            unsafe parts[2 * index + 1] = value.y
        }
    }

    /// Multiplies each value by a real number.
    func scale(by window: [Float]) {
        for (index, weight) in window.enumerated() {
            unsafe parts[2 * index] *= weight
            unsafe parts[2 * index + 1] *= weight
        }
    }
}

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

    /// Transforms `input`, whose contents are lost, into `output`.
    package func callAsFunction(_ input: borrowing ComplexBuffer, into output: borrowing ComplexBuffer) {
        let stride = 2 * MemoryLayout<Float>.stride
        unsafe function(context, output.parts.baseAddress, input.parts.baseAddress, stride)
    }
}
