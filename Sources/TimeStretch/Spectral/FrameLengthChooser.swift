internal import Glibc

/// Chooses between long frames and short ones: those whose spectra show the source in fewer places.
///
/// Long frames tell apart what sounds at once, and short ones what comes one after another: how a voice glides, and the periods of a low
/// one. Compared are one long frame and the short ones that it spans. A held tone takes up fewer places of the long one, noise about as
/// many of both. What lies beyond an attack, which the frame does not show, is left out. The source is looked at between 300 and
/// 3000 Hz, at a sample rate as low as that allows.
///
/// Jones and Parks, "A high resolution data-adaptive time-frequency representation", IEEE Trans. ASSP 38(12), 1990; Baraniuk,
/// Flandrin, Janssen and Michel, "Measuring time-frequency information content using the Rényi entropies", IEEE Trans. Information
/// Theory 47(4), 2001.
final class FrameLengthChooser {
    /// The lowest sample rate at which the source is looked at, in hertz.
    private static let lowestSampleRate = 10_000
    /// The frequencies that are looked at, in hertz: the vowels of voices. Noise of drums and cymbals lies above.
    private static let frequencies = 300.0..<3000.0
    /// Into how many steps a short frame is divided, from one short frame to the next.
    private static let steps = 4

    /// What the long frame's entropy must exceed the short ones' by, in bits: for a short frame behind a long one, and behind a short one.
    private let (enough, stillEnough): (Double, Double)
    private let resampler: IntegerResampler
    /// How long fades beside attacks are, in samples of the lower rate.
    private let fade: Double
    private let (long, short): (FrameSpectrum, FrameSpectrum)
    /// Whether the last choice was a short frame.
    private var isShort = false

    /// A chooser between frames of `size` samples and of half as many.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine`.
    init(size: Int, sampleRate: Int, tuning: StretchTuning.Locking) throws(TimeStretchError) {
        (enough, stillEnough) = (tuning.shortFrameGain, tuning.shortFrameHold)
        var factor = 1
        while sampleRate / (2 * factor) >= Self.lowestSampleRate { factor *= 2 }
        resampler = IntegerResampler(factor: factor)
        let lowered = Double(sampleRate) / Double(factor)
        fade = max(1, tuning.fade * lowered)
        long = try FrameSpectrum(size: size / factor, sampleRate: lowered, frequencies: Self.frequencies)
        short = try FrameSpectrum(size: size / factor / 2, sampleRate: lowered, frequencies: Self.frequencies)
    }

    /// Forgets the last choice.
    func restart() { isShort = false }

    /// Whether a frame around a position of the source had better be a short one, where `room` is what of a long frame reaches no attack, in
    /// samples from its centre; `nil` for all of it.
    func prefersShort(around position: SourcePosition, room: ClosedRange<Double>?, of source: SourceWindow) -> Bool {
        let factor = Double(resampler.factor)
        let centre = Int64((Double(position.whole) / factor).rounded())
        var lowered = PlanarSamples(channelCount: source.channelCount)
        resampler.appendLowered(long.size, of: source, from: centre - Int64(long.size / 2), to: &lowered)
        if let room { fadeOut(&lowered, beyond: room.lowerBound / factor...room.upperBound / factor) }
        let samples = SourceWindow(whole: lowered)
        var (one, several) = (PowerSpread(), PowerSpread())
        long.add(samples, from: 0, weight: 1, to: &one)
        for start in stride(from: 0, through: long.size - short.size, by: short.size / Self.steps) {
            let distance = Float(start + short.size / 2 - long.size / 2)
            // The square of the long frame's window there, as both are powers.
            let weight = pow(cos(.pi * distance / Float(long.size)), 4)
            short.add(samples, from: start, weight: weight, to: &several)
        }
        let gain = if let one = one.entropy, let several = several.entropy { one - several } else { -Double.infinity }
        isShort = gain > (isShort ? stillEnough : enough)
        return isShort
    }

    private func fadeOut(_ samples: inout PlanarSamples, beyond room: ClosedRange<Double>) {
        let half = Double(samples.frameCount / 2)
        for index in 0..<samples.frameCount {
            let place = Double(index) - half
            let share = Float(max(0, min((place - room.lowerBound) / fade, (room.upperBound - place) / fade, 1)))
            guard share < 1 else { continue }
            for channel in samples.channels.indices { samples.channels[channel][index] *= share }
        }
    }
}

/// The powers of frames of one length, within a range of frequencies.
private final class FrameSpectrum {
    let size: Int
    private let transform: FourierTransform
    private let window: [Float]
    private let bins: Range<Int>
    private let frame: ComplexBuffer
    private let spectrum: ComplexBuffer

    init(size: Int, sampleRate: Double, frequencies: Range<Double>) throws(TimeStretchError) {
        self.size = size
        transform = try FourierTransform(count: size, isInverse: false)
        window = hannWindow(size)
        let bin = sampleRate / Double(size)
        bins = Int(frequencies.lowerBound / bin)..<min(size / 2, Int(frequencies.upperBound / bin))
        frame = ComplexBuffer(count: size)
        spectrum = ComplexBuffer(count: size)
    }

    /// Adds the power of each bin, that of all channels together, times a weight.
    func add(_ samples: SourceWindow, from start: Int, weight: Float, to spread: inout PowerSpread) {
        frame.load(samples, from: Int64(start), frameCount: size)
        frame.scale(by: window)
        transform(frame, into: spectrum)
        // Two channels are the real and the imaginary parts: both halves of the spectrum hold both.
        for bin in bins { spread.add(weight * (power(of: bin) + power(of: size - bin))) }
    }

    private func power(of bin: Int) -> Float {
        let (a, b) = unsafe (spectrum.parts[2 * bin], spectrum.parts[2 * bin + 1])
        return a * a + b * b
    }
}
