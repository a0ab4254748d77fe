package import TimeStretch

/// Computes the short-time spectra of two real signals by one complex transform. One signal is the real part and the other
/// the imaginary part; the symmetry of real signals' spectra separates them.
package struct SpectrumPair {
    /// The length of the window in samples, a power of two.
    package let frameLength: Int
    private let window: [Double]
    private let transform: FourierTransform

    /// Windows of the shortest power of two that lasts so long: at the usual 40 ms, up to 80 ms.
    ///
    /// - Throws: `TimeStretchError` with the code `engine`.
    package init(sampleRate: Int, lasting milliseconds: Int = 40) throws(TimeStretchError) {
        var length = 64
        while length * 1000 < sampleRate * milliseconds { length *= 2 }
        frameLength = length
        window = Window.hann(length)
        transform = try FourierTransform(count: length, isInverse: false)
    }

    /// Calls `body` with every bin between 0 and half of the sample rate.
    ///
    /// - Parameters:
    ///   - a: One signal. Before and after its samples there is silence.
    ///   - aStart: The sample of `a` at which its window begins. It may be out of range.
    ///   - b: The other signal.
    ///   - bStart: The sample of `b` at which its window begins.
    ///   - body: Gets the number of the bin, and its value in each signal.
    package func forEachBin(
        _ a: [Float],
        at aStart: Int,
        _ b: [Float],
        at bStart: Int,
        _ body: (_ bin: Int, _ a: Phasor, _ b: Phasor) -> Void
    ) {
        let input = ComplexBuffer(count: frameLength)
        let output = ComplexBuffer(count: frameLength)
        for (part, samples, start) in [(0, a, aStart), (1, b, bStart)] {
            for index in (start..<start + frameLength).clamped(to: samples.indices) {
                unsafe input.parts[2 * (index - start) + part] = samples[index] * Float(window[index - start])
            }
        }
        transform(input, into: output)
        for bin in 1..<frameLength / 2 {
            let mirror = frameLength - bin
            let (real, imaginary) = unsafe (output.parts[2 * bin], output.parts[2 * bin + 1])
            let (mirrorReal, mirrorImaginary) = unsafe (output.parts[2 * mirror], output.parts[2 * mirror + 1])
            body(
                bin,
                Phasor(real: Double(real + mirrorReal) / 2, imaginary: Double(imaginary - mirrorImaginary) / 2),
                Phasor(real: Double(imaginary + mirrorImaginary) / 2, imaginary: Double(mirrorReal - real) / 2)
            )
        }
    }
}
