import Glibc
import Testing

@testable import TimeStretch

/// How far the magnitudes of a rendering are from those of another signal, by frames under Hann's window.
struct SpectrumDistance {
    /// Samples of a frame, and from frame to frame.
    let size: Int
    let hop: Int
    /// So near to either end no frame is centred, in samples.
    let margin: Int

    /// The power of the differences by that of what is wanted, in decibels. `rate` is how many samples of the wanted signal pass with each
    /// one that was rendered.
    func decibels(of output: [Float], from wanted: [Float], rate: Double = 1) throws -> Double {
        let transform = try RealTransform(count: size, isInverse: false)
        let samples = ComplexBuffer(count: size / 2)
        let spectra = ChannelSpectra(size: size, channelCount: 1)
        let window = hannWindow(size)
        func magnitudes(_ signal: [Float], around centre: Int) throws -> [Double] {
            for index in 0..<size { unsafe samples.parts[index] = signal[centre - size / 2 + index] * window[index] }
            let input = try unsafe #require(samples.parts.baseAddress)
            let values = try unsafe #require(spectra.channel(0).baseAddress)
            unsafe transform(input, into: values)
            return (0...size / 2).map { Double(spectra[0, $0].power.squareRoot()) }
        }
        var (difference, power) = (0.0, 0.0)
        let end = min(output.count, Int(Double(wanted.count) / rate)) - margin
        for centre in stride(from: margin, to: end, by: hop) {
            let played = try magnitudes(output, around: centre)
            let wanted = try magnitudes(wanted, around: Int(Double(centre) * rate))
            difference += zip(played, wanted).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
            power += wanted.reduce(0) { $0 + $1 * $1 }
        }
        return 10 * log10(difference / power)
    }
}
