internal import Glibc

/// Chooses between long frames and short ones: those whose spectra show the source in fewer places.
///
/// Long frames tell apart what sounds at once, and short ones what comes one after another: how a voice glides, and the periods of a low
/// one. Compared are one long frame and the short ones that it spans. A held tone takes up fewer places of the long one, noise about as
/// many of both. What lies beyond an attack, which the frame does not show, is left out. The source is looked at between 300 and
/// 3000 Hz, at a sample rate as low as that allows.
///
/// Where that has chosen short frames often of late, all are short: the source is a voice, whose vowels last no longer than a long frame.
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
    /// How far back choices count, in seconds: by then e times less.
    private static let memory = 0.9

    /// What the long frame's entropy must exceed the short ones' by, in bits: for a short frame behind a long one, and behind a short one.
    private let (enough, stillEnough): (Double, Double)
    /// The share of the places of late that ask for a short frame from which all frames are short.
    private let often: Double
    private let resampler: IntegerResampler
    /// How long fades beside attacks are, in samples of the lower rate.
    private let fade: Double
    private let (long, short): (FrameSpectrum, FrameSpectrum)
    /// The part of the source that is still looked at, at the lower rate.
    private var lowered: SourceWindow?
    /// The last choice, and for which place of the source: in halves of a short frame.
    private var (isShort, place) = (false, Int64.min)
    /// The share of the places of late that ask for a short frame.
    private var share = 0.0
    /// What one place later is left of it.
    private let kept: Double
    /// The powers of the short frames of late, by the sample of the lower rate that they begin with: each belongs to several places.
    private var recent: [(start: Int64, powers: [Float])] = []

    /// A chooser between frames of `size` samples and of half as many, for a source of so many channels.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine`.
    init(size: Int, sampleRate: Int, channelCount: Int, tuning: StretchTuning.Locking) throws(TimeStretchError) {
        (enough, stillEnough) = (tuning.shortFrameGain, tuning.shortFrameHold)
        often = tuning.shortFrameShare
        kept = exp(-Double(size / 4) / Double(sampleRate) / Self.memory)
        var factor = 1
        while sampleRate / (2 * factor) >= Self.lowestSampleRate { factor *= 2 }
        resampler = IntegerResampler(factor: factor)
        let rate = Double(sampleRate) / Double(factor)
        fade = max(1, tuning.fade * rate)
        func spectrum(_ size: Int) throws(TimeStretchError) -> FrameSpectrum {
            try FrameSpectrum(size: size, sampleRate: rate, channelCount: channelCount, frequencies: Self.frequencies)
        }
        (long, short) = (try spectrum(size / factor), try spectrum(size / factor / 2))
    }

    /// Whether the source is a voice of late.
    var hearsVoice: Bool { share >= often }

    /// Forgets all choices.
    func restart() {
        (isShort, place, share) = (false, .min, 0)
        (lowered, recent) = (nil, [])
    }

    /// Whether a frame around a position of the source had better be a short one, where `room` is what of a long frame reaches no attack, in
    /// samples from its centre; `nil` for all of it.
    ///
    /// Positions rise. Frames that are less than half a short one apart share a choice.
    func prefersShort(around position: SourcePosition, room: ClosedRange<Double>?, of source: SourceWindow) -> Bool {
        let factor = Double(resampler.factor)
        let here = Double(position.whole) / factor
        let between = Int64(short.size / 2)
        let place = Int64((here / Double(between)).rounded(.down))
        guard place != self.place else { return isShort }
        let passed = self.place == .min ? 1 : place - self.place
        self.place = place
        // Where no attack is near, frames of all places lie on one grid, and those of one are those of the next.
        let centre = room == nil ? place * between + between / 2 : Int64(here.rounded())
        let first = centre - Int64(long.size / 2)
        let lowered = lowered(source, from: first)
        let samples =
            if let room {
                faded(lowered, from: first, beyond: room.lowerBound / factor...room.upperBound / factor)
            } else { lowered }
        var (one, several) = (PowerSpread(), PowerSpread())
        one.add(long.powers(of: samples, from: first), times: 1)
        recent.removeAll { $0.start < first }
        for offset in stride(from: 0, through: long.size - short.size, by: short.size / Self.steps) {
            let distance = Float(offset + short.size / 2 - long.size / 2)
            // The square of the long frame's window there, as both are powers.
            let weight = pow(cos(.pi * distance / Float(long.size)), 4)
            let start = first + Int64(offset)
            let powers = room == nil ? shortPowers(of: samples, from: start) : short.powers(of: samples, from: start)
            several.add(powers, times: weight)
        }
        // Silence asks for nothing.
        guard let one = one.entropy, let several = several.entropy else {
            isShort = false
            return false
        }
        let gain = one - several
        // Beside an attack little of a frame is left, and short ones show it better, whatever it is.
        if room.map({ $0.upperBound - $0.lowerBound >= factor * Double(short.size) }) ?? true {
            let left = pow(kept, Double(passed))
            share = left * share + (gain > enough ? 1 - left : 0)
        }
        isShort = hearsVoice || gain > (isShort ? stillEnough : enough)
        return isShort
    }

    /// The powers of a short frame from a sample on: those of before where they are known.
    private func shortPowers(of samples: SourceWindow, from start: Int64) -> [Float] {
        if let known = recent.first(where: { $0.start == start }) { return known.powers }
        let powers = short.powers(of: samples, from: start)
        recent.append((start, powers))
        return powers
    }

    /// A long frame from a sample of the lower rate on, and what else is still there.
    private func lowered(_ source: SourceWindow, from first: Int64) -> SourceWindow {
        var window = lowered ?? SourceWindow(channelCount: source.channelCount, from: first)
        lowered = nil
        if first > window.end { window = SourceWindow(channelCount: source.channelCount, from: first) }
        window.discard(before: first)
        let count = Int(first - window.end) + long.size
        if count > 0 {
            var block = PlanarSamples(channelCount: source.channelCount)
            resampler.appendLowered(count, of: source, from: window.end, to: &block)
            window.append(block)
        }
        lowered = window
        return window
    }

    /// A long frame from a sample on, without what lies beyond a range that counts from its middle.
    private func faded(_ source: SourceWindow, from first: Int64, beyond room: ClosedRange<Double>) -> SourceWindow {
        let half = Double(long.size / 2)
        // What reaches no attack, and of that what lies behind one fade and before the other.
        let heard = indices(from: room.lowerBound + half, to: room.upperBound + half)
        let whole = indices(from: room.lowerBound + fade + half, to: room.upperBound - fade + half).clamped(to: heard)
        let channels = (0..<source.channelCount).map { channel in
            unsafe source.withSamples(channel: channel, from: first, count: long.size) { samples in
                var faded = [Float](repeating: 0, count: long.size)
                for index in whole { unsafe faded[index] = samples[index] }
                for fade in [heard.lowerBound..<whole.lowerBound, whole.upperBound..<heard.upperBound] {
                    for index in fade {
                        unsafe faded[index] =
                            samples[index] * room.share(at: Double(index) - half, fadingOver: self.fade)
                    }
                }
                return faded
            }
        }
        var result = SourceWindow(channelCount: source.channelCount, from: first)
        result.append(PlanarSamples(channels: channels))
        result.complete()
        return result
    }

    /// The samples of a long frame between two places, which count from its first.
    private func indices(from start: Double, to end: Double) -> Range<Int> {
        let first = max(0, min(Double(long.size), start.rounded(.up)))
        return Int(first)..<Int(max(first, min(Double(long.size), end.rounded(.down) + 1)))
    }
}
