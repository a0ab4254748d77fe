internal import TimeStretch

/// The short-time spectra of two real sounds at once: one is the real part of what is transformed, the other the
/// imaginary part, and symmetry tells them apart.
struct SpectrumPair {
    /// The length of a spectrum's frame in samples: 40 ms or up to twice that.
    let frameLength: Int
    private let window: [Double]
    private let transform: FourierTransform

    /// - Throws: ``TimeStretchError`` with the code `engine`.
    init(sampleRate: Int) throws(TimeStretchError) {
        var length = 64
        while length * 1000 < sampleRate * 40 { length *= 2 }
        frameLength = length
        window = Window.hann(length)
        transform = try FourierTransform(count: length, isInverse: false)
    }

    /// Calls `body` with every bin between 0 and half of the sample rate.
    ///
    /// - Parameters:
    ///   - a: One audio; the frame begins at its sample `aStart`. Around the audio there is silence.
    ///   - aStart: May lie anywhere.
    ///   - b: The other audio.
    ///   - bStart: Where its frame begins, likewise.
    ///   - body: Gets the bin's number and what either audio has in it.
    func forEachBin(
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
