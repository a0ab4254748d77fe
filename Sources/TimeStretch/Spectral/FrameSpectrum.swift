/// The powers of frames of one length, within a range of frequencies.
final class FrameSpectrum {
    /// Samples of a frame.
    let size: Int
    private let window: [Float]
    private let bins: Range<Int>
    /// The transform of one channel, or of several.
    private let transform: Transform
    private let frame: ComplexBuffer
    private let spectrum: ComplexBuffer

    private enum Transform {
        case ofOne(RealTransform)
        case ofSeveral(FourierTransform)
    }

    /// For frames of `size` samples of so many channels.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(size: Int, sampleRate: Double, channelCount: Int, frequencies: Range<Double>) throws(TimeStretchError) {
        self.size = size
        transform =
            channelCount == 1
            ? .ofOne(try RealTransform(count: size, isInverse: false))
            : .ofSeveral(try FourierTransform(count: size, isInverse: false))
        window = hannWindow(size)
        let bin = sampleRate / Double(size)
        bins = Int(frequencies.lowerBound / bin)..<min(size / 2, Int(frequencies.upperBound / bin))
        frame = ComplexBuffer(count: size)
        spectrum = ComplexBuffer(count: size)
    }

    /// The power of each bin of a frame that begins with a sample, that of all channels together.
    func powers(of samples: SourceWindow, from start: Int64) -> [Float] {
        switch transform {
        case .ofOne(let transform):
            unsafe samples.withSamples(channel: 0, from: start, count: size) { samples in
                for index in 0..<size { unsafe frame.parts[index] = samples[index] * window[index] }
            }
            if let input = unsafe frame.parts.baseAddress, let output = unsafe spectrum.parts.baseAddress {
                unsafe transform(input, into: output)
            }
            return bins.map(power)
        case .ofSeveral(let transform):
            frame.load(samples, from: start, frameCount: size)
            frame.scale(by: window)
            transform(frame, into: spectrum)
            // Two channels are the real and the imaginary parts: both halves of the spectrum hold both.
            return bins.map { power(of: $0) + power(of: size - $0) }
        }
    }

    private func power(of bin: Int) -> Float {
        let (a, b) = unsafe (spectrum.parts[2 * bin], spectrum.parts[2 * bin + 1])
        return a * a + b * b
    }
}
