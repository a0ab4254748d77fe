internal import Glibc
public import MediaTime

/// The scene's audio: clicks at known samples over a quiet tone of known pitch.
///
/// Click *m*, counted from 1, starts at *m* x ``clickInterval``, on the nearest sample (a half goes up), in all channels
/// alike. Its first sample is its loudest, so its onset is the sample where the level jumps. There is none at the
/// beginning, where what an encoder does to its first samples could be taken for one.
extension SyntheticScene {
    /// From one click to the next.
    public static let clickInterval = RationalTime(1, 2)
    /// How long a click can be heard.
    public static let clickDuration = RationalTime(1, 200)
    /// The peak of a click, of full scale.
    public static let clickLevel: Float = 0.7
    /// The peak of the tone, of full scale: -20 dBFS.
    public static let toneLevel: Float = 0.1

    /// The pitch of a channel's tone in hertz: 440 in the first one, and half of that more in every further one, so that
    /// swapped or mixed channels show.
    public static func toneFrequency(ofChannel channel: Int) -> Int { 220 * (channel + 2) }

    /// The samples at which clicks start, of those in a range. Half-open.
    ///
    /// - Complexity: O(number of clicks).
    public func clickPositions(in samples: Range<Int64>) -> [Int64] {
        guard let last = samples.last else { return [] }
        var positions: [Int64] = []
        var click = max(1, firstClick(from: samples.lowerBound))
        while case let position = clickPosition(click), position <= last {
            if position >= samples.lowerBound { positions.append(position) }
            click += 1
        }
        return positions
    }

    /// A click no later than the first one at or after a sample.
    private func firstClick(from sample: Int64) -> Int64 {
        sample / Int64(sampleRate) * Int64(Self.clickInterval.timescale) / Self.clickInterval.value
    }

    private func clickPosition(_ click: Int64) -> Int64 {
        let (value, timescale) = (Self.clickInterval.value, Int64(Self.clickInterval.timescale))
        return (2 * click * value * Int64(sampleRate) + timescale) / (2 * timescale)
    }

    /// Samples of one click.
    private var clickLength: Int64 {
        Self.clickDuration.value * Int64(sampleRate) / Int64(Self.clickDuration.timescale)
    }

    /// Whether a click sounds at any instant of a frame, which lasts until the next one. In whole numbers: the first
    /// frame with a flash is the one that is shown when the click starts.
    public func isClickSounding(duringFrame number: Int64) -> Bool {
        // All times in units of a second over the product of the three denominators.
        let (interval, click) = (Self.clickInterval, Self.clickDuration)
        let (rate, intervalScale, clickScale) = (
            Int128(frameRate.numerator), Int128(interval.timescale), Int128(click.timescale)
        )
        let frame = Int128(frameRate.denominator) * intervalScale * clickScale
        let start = Int128(number) * frame
        let period = Int128(interval.value) * rate * clickScale
        let length = Int128(click.value) * rate * intervalScale
        // The last click that starts before the frame's end.
        let last = (start + frame - 1) / period
        return last >= 1 && last * period + length > start
    }
}

extension SyntheticScene {
    /// Writes one channel's samples from a position on, as many as there is room for; full scale is 1.
    ///
    /// - Precondition: the position is not negative, and the channel one of ``channels``.
    /// - Complexity: O(number of samples).
    public func render(samplesFrom position: Int64, channel: Int, into samples: inout MutableSpan<Float>) {
        precondition(position >= 0, "samples are counted from zero")
        precondition(0..<channels ~= channel, "there are \(channels) channels, counted from zero")

        let rate = Int64(sampleRate)
        let frequency = Int64(Self.toneFrequency(ofChannel: channel))
        // The phase is reduced in whole numbers, so that the pitch is exact however late the sample.
        var phase = position % rate * frequency % rate
        for index in samples.indices {
            samples[index] = Self.toneLevel * sin(2 * .pi * Float(phase) / Float(rate))
            phase = (phase + frequency) % rate
        }

        let end = position + Int64(samples.count)
        for start in clickPositions(in: max(0, position - clickLength)..<end) {
            for sample in max(start, position)..<min(max(start + clickLength, position), end) {
                samples[Int(sample - position)] += click(at: sample - start)
            }
        }
    }

    /// The samples in a range, channel by channel; full scale is 1. Half-open.
    ///
    /// - Precondition: the range does not start before zero.
    /// - Complexity: O(number of samples x channels).
    public func samples(in range: Range<Int64>) -> [[Float]] {
        (0..<channels).map { channel in
            var samples = [Float](repeating: 0, count: range.count)
            var span = samples.mutableSpan
            render(samplesFrom: range.lowerBound, channel: channel, into: &span)
            return samples
        }
    }

    /// A sample of a click, counted from the click's start: a cosine of 2 kHz that dies away in the click's duration.
    private func click(at sample: Int64) -> Float {
        let (pitch, decays): (Float, Float) = (2_000, 5)
        let seconds = Float(sample) / Float(sampleRate)
        let part = Float(sample) / Float(clickLength)
        return Self.clickLevel * cos(2 * .pi * pitch * seconds) * exp(-decays * part)
    }
}
