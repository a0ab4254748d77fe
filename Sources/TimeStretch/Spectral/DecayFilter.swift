/// Raises bands of the output where a course wants it (``DecayCourse``): all channels alike, in overlapping frames.
///
/// What is not raised comes out as it went in, sample by sample.
final class DecayFilter {
    /// The length of a frame, in seconds.
    private static let frameLength = 512.0 / 48_000

    private let size: Int
    private let hop: Int
    private let forward: RealTransform
    private let inverse: RealTransform
    private let samples: ComplexBuffer
    private let bins: ChannelSpectra
    /// The square root of Hann's window, before the transform and behind the inverse one.
    private let window: [Float]
    /// Between which bands each bin lies: that of the whole part and the next.
    private let places: [Float]
    /// What waits for the frames that reach it, from the target sample `start` on, and what these add.
    private var waiting: PlanarSamples
    private var changes: PlanarSamples
    private var start: Int64 = 0
    /// The first sample of the next frame.
    private var next: Int64 = 0

    /// - Parameters:
    ///   - ends: The upper ends of the bands, in hertz.
    ///   - sampleRate: In hertz.
    ///   - channelCount: Of the output.
    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(ends: [Double], sampleRate: Int, channelCount: Int) throws(TimeStretchError) {
        size = FourierTransform.fastCount(nearestTo: Self.frameLength * Double(sampleRate))
        hop = size / 2
        forward = try RealTransform(count: size, isInverse: false)
        inverse = try RealTransform(count: size, isInverse: true)
        samples = ComplexBuffer(count: size / 2)
        bins = ChannelSpectra(size: size, channelCount: 1)
        window = hannWindow(size).map { $0.squareRoot() }
        waiting = PlanarSamples(channelCount: channelCount)
        changes = PlanarSamples(channelCount: channelCount)
        let centres = zip([ends[0] / 2] + ends, ends).map { ($0 * $1).squareRoot() }
        let bin = Double(sampleRate) / Double(size)
        places = (0...size / 2).map { index in
            let frequency = Double(index) * bin
            guard let band = centres.lastIndex(where: { $0 <= frequency }) else { return 0 }
            guard band + 1 < centres.count else { return Float(band) }
            return Float(band) + Float((frequency - centres[band]) / (centres[band + 1] - centres[band]))
        }
    }

    /// Forgets all; the next sample is the target's sample `start`.
    func restart(at start: Int64) {
        waiting.removeAll()
        changes.removeAll()
        self.start = start
        // Frames begin at multiples of a hop, wherever one begins to listen.
        next = Int64((Double(start) / Double(hop)).rounded(.down)) * Int64(hop) - Int64(hop)
    }

    /// Takes in the next samples, and appends those that are done to `output`.
    ///
    /// - Parameters:
    ///   - input: The samples behind those taken in before.
    ///   - output: Where the samples go that no later frame reaches.
    ///   - gains: The gains of the bands at a target sample; `nil` where all are 1.
    func filter(_ input: PlanarSamples, into output: inout PlanarSamples, gains: (Int64) -> [Float]?) {
        waiting.append(input)
        changes.append(PlanarSamples(channelCount: input.channelCount, frameCount: input.frameCount))
        while next + Int64(size) <= start + Int64(waiting.frameCount) {
            if let gains = gains(next + Int64(hop)) {
                for channel in 0..<waiting.channelCount { raise(channel, by: gains) }
            }
            next += Int64(hop)
            let done = Int(next - start)
            guard done > 0 else { continue }
            for channel in waiting.channels.indices {
                for index in 0..<done { waiting.channels[channel][index] += changes.channels[channel][index] }
            }
            output.append(waiting, from: 0, count: done)
            for channel in waiting.channels.indices {
                waiting.channels[channel].removeFirst(done)
                changes.channels[channel].removeFirst(done)
            }
            start = next
        }
    }

    private func raise(_ channel: Int, by gains: [Float]) {
        let offset = Int(next - start)
        let reached = max(0, -offset)..<size
        unsafe samples.parts.extracting(..<size).update(repeating: 0)
        unsafe waiting.channels[channel].withUnsafeBufferPointer { input in
            unsafe window.withUnsafeBufferPointer { window in
                for index in reached { unsafe samples.parts[index] = input[offset + index] * window[index] }
            }
        }
        let values = unsafe bins.channel(0)
        guard let time = unsafe samples.parts.baseAddress, let frequency = values.baseAddress else { return }
        unsafe forward(time, into: frequency)
        for (bin, place) in places.enumerated() {
            let band = Int(place)
            let part = place - Float(band)
            let gain = gains[band] * (1 - part) + gains[min(band + 1, gains.count - 1)] * part - 1
            unsafe values[2 * bin] *= gain
            unsafe values[2 * bin + 1] *= gain
        }
        unsafe inverse(frequency, into: time)
        let scale = 1 / Float(size)
        unsafe changes.channels[channel].withUnsafeMutableBufferPointer { change in
            unsafe window.withUnsafeBufferPointer { window in
                for index in reached { unsafe change[offset + index] += scale * window[index] * samples.parts[index] }
            }
        }
    }
}
