/// Computes the spectra of windowed frames of a signal, and adds frames of spectra up to a signal.
///
/// Frames lie a quarter of their size apart. Hann's window is applied both ways, so that unchanged frames add up to the
/// signal.
final class FrameTransform {
    /// Samples of a frame.
    let size: Int
    /// Samples from frame to frame.
    let hop: Int

    private let window: [Float]
    private let forward: FourierTransform
    private let inverse: FourierTransform
    private let signal: ComplexBuffer
    private let spectrum: ComplexBuffer

    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(size: Int) throws(TimeStretchError) {
        self.size = size
        hop = size / 4
        window = hannWindow(size)
        forward = try FourierTransform(count: size, isInverse: false)
        inverse = try FourierTransform(count: size, isInverse: true)
        signal = ComplexBuffer(count: size)
        spectrum = ComplexBuffer(count: size)
    }

    /// The spectra of the frame centred on sample `centre` of a signal.
    ///
    /// - Complexity: O(*n* log *n*) in the size, for each pair of channels.
    func spectra(of source: SourceWindow, around centre: Int64) -> PairedSpectra {
        let pairCount = (source.channelCount + 1) / 2
        var spectra = PairedSpectra(size: size, pairCount: pairCount)
        for pair in 0..<pairCount {
            signal.load(
                source,
                channels: 2 * pair..<min(2 * pair + 2, source.channelCount),
                from: centre - Int64(size / 2),
                frameCount: size
            )
            signal.scale(by: window)
            forward(signal, into: spectrum)
            spectra.take(spectrum, asPair: pair)
        }
        return spectra
    }

    /// Adds the frame of which these are the spectra to the first samples of each channel.
    ///
    /// - Complexity: O(*n* log *n*) in the size, for each pair of channels.
    func add(_ spectra: PairedSpectra, to channels: inout [[Float]]) {
        // Squared windows a quarter of their length apart add up to 3/2; the transforms scale by the size.
        let scale = 1 / (1.5 * Float(size))
        for pair in 0..<spectra.pairCount {
            spectrum.load(spectra.values[pair * size..<(pair + 1) * size])
            inverse(spectrum, into: signal)
            for channel in 2 * pair..<min(2 * pair + 2, channels.count) {
                unsafe channels[channel].withUnsafeMutableBufferPointer { samples in
                    unsafe window.withUnsafeBufferPointer { window in
                        for index in window.indices {
                            unsafe samples[index] += scale * window[index] * signal.parts[2 * index + channel % 2]
                        }
                    }
                }
            }
        }
    }
}
