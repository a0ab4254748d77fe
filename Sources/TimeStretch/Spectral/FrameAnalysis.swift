internal import CVectors
internal import Glibc

/// Computes the spectra of windowed frames of the source, and the samples of turned ones.
///
/// The channels of stereo are the middle and the side: where these are unlike from frame to frame, each keeps its own level,
/// and so the image keeps its width.
final class FrameAnalysis {
    /// Samples of a frame.
    let size: Int
    private let channelCount: Int
    private let forward: RealTransform
    private let inverse: RealTransform
    private let samples: ComplexBuffer

    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(size: Int, channelCount: Int) throws(TimeStretchError) {
        self.size = size
        self.channelCount = channelCount
        forward = try RealTransform(count: size, isInverse: false)
        inverse = try RealTransform(count: size, isInverse: true)
        samples = ComplexBuffer(count: size / 2)
    }

    /// Writes the spectra of the frame centred on a position of the source to `spectra`.
    func analyse(
        _ source: SourceWindow,
        around centre: SourcePosition,
        shape: [Float],
        into spectra: borrowing ChannelSpectra
    ) {
        for channel in 0..<channelCount {
            load(source, channel: channel, from: centre.whole - Int64(size / 2), shape: shape)
            transform(into: spectra, channel: channel)
            if centre.fraction != 0 { unsafe advance(spectra.channel(channel), by: centre.fraction) }
        }
    }

    /// Loads a frame of one channel; of stereo, the middle as the first channel and the side as the second.
    private func load(_ source: SourceWindow, channel: Int, from index: Int64, shape: [Float]) {
        let isStereo = channelCount == 2
        take(
            source,
            channel: isStereo ? 0 : channel,
            from: index,
            times: shape,
            scale: isStereo ? 0.5 : 1,
            adding: false
        )
        if isStereo {
            take(source, channel: 1, from: index, times: shape, scale: channel == 0 ? 0.5 : -0.5, adding: true)
        }
    }

    private func take(
        _ source: SourceWindow,
        channel: Int,
        from index: Int64,
        times shape: [Float],
        scale: Float,
        adding: Bool
    ) {
        unsafe source.withSamples(channel: channel, from: index, count: size) { source in
            guard let target = unsafe samples.parts.baseAddress, let source = source.baseAddress else { return }
            if adding {
                unsafe overcrank_add_windowed(target, source, shape, scale, size)
            } else {
                unsafe overcrank_window(target, source, shape, scale, size)
            }
        }
    }

    /// Moves a spectrum's signal to the front by a part of a sample.
    private func advance(_ values: UnsafeMutableBufferPointer<Float>, by fraction: Double) {
        let angle = 2 * Double.pi * fraction / Double(size)
        for first in stride(from: 0, to: values.count / 2, by: Self.exactStep) {
            var turn = Complex(Float(cos(angle * Double(first))), Float(sin(angle * Double(first))))
            let step = Complex(Float(cos(angle)), Float(sin(angle)))
            for bin in first..<min(first + Self.exactStep, values.count / 2) {
                let value = unsafe Complex(values[2 * bin], values[2 * bin + 1]).times(turn)
                unsafe (values[2 * bin], values[2 * bin + 1]) = (value.x, value.y)
                turn = turn.times(step)
            }
        }
    }

    /// After how many bins an angle is computed anew instead of multiplied on: single precision loses nothing by then.
    private static let exactStep = 64

    /// Writes the spectrum of a frame of one channel, whose samples `load` writes, to `spectra`.
    func analyse(
        into spectra: borrowing ChannelSpectra,
        channel: Int,
        from load: (UnsafeMutableBufferPointer<Float>) -> Void
    ) {
        unsafe load(samples.parts)
        transform(into: spectra, channel: channel)
    }

    private func transform(into spectra: borrowing ChannelSpectra, channel: Int) {
        let values = unsafe spectra.channel(channel)
        guard let input = unsafe samples.parts.baseAddress, let output = values.baseAddress else { return }
        unsafe forward(input, into: output)
    }

    /// Computes a frame's samples from its spectra.
    func synthesise(_ frame: PlacedFrame) {
        let scale = 1 / Float(size)
        for channel in 0..<channelCount {
            let bins = unsafe frame.spectra.channel(channel)
            guard let input = bins.baseAddress, let output = unsafe samples.parts.baseAddress else { continue }
            unsafe inverse(input, into: output)
            unsafe overcrank_window(&frame.samples[channel], frame.synthesisShape, output, scale, size)
        }
    }
}
