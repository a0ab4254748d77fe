/// Raises bands of the output where a course wants it (``DecayCourse``): all channels alike, in overlapping frames.
///
/// What is not raised comes out as it went in, sample by sample. What is raised behind an attack is hardly louder than the attack.
final class DecayFilter {
    /// The length of a frame, in seconds.
    private static let frameLength = 512.0 / 48_000

    /// How many times as loud as an attack what is raised behind it is, at most: 1 dB.
    private static let most: Float = 1.122

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
    /// The highest magnitude of each channel from an attack on, before it was raised, up to a target sample.
    private var peaks: [Float]
    private var peaksStart: Int64 = .min
    private var peaksEnd: Int64 = .min
    /// What a frame adds, channel by channel.
    private var added: [[Float]]

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
        peaks = Array(repeating: 0, count: channelCount)
        added = Array(repeating: Array(repeating: 0, count: size), count: channelCount)
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
        (peaksStart, peaksEnd) = (.min, .min)
        // Frames begin at multiples of a hop, wherever one begins to listen.
        next = Int64((Double(start) / Double(hop)).rounded(.down)) * Int64(hop) - Int64(hop)
    }

    /// Takes in the next samples, and appends those that are done to `output`.
    ///
    /// - Parameters:
    ///   - input: The samples behind those taken in before.
    ///   - output: Where the samples go that no later frame reaches.
    ///   - raise: What is raised at a target sample; asked for at each one that a frame is centred on.
    func filter(_ input: PlanarSamples, into output: inout PlanarSamples, raise: (Int64) -> DecayCourse.Raise?) {
        waiting.append(input)
        changes.append(PlanarSamples(channelCount: input.channelCount, frameCount: input.frameCount))
        while next + Int64(size) <= start + Int64(waiting.frameCount) {
            if let raise = raise(next + Int64(hop)) {
                lookForPeaks(from: raise.attack)
                if let gains = raise.gains { add(gains) }
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

    /// Adds what the gains of the bands add to the next frame: so much of it, in all channels alike, that none is louder than the
    /// attack.
    private func add(_ gains: [Float]) {
        let offset = Int(next - start)
        let reached = max(0, -offset)..<size
        let isBehind = peaksStart < next + Int64(size)
        var share = Float(1)
        for channel in added.indices {
            write(channel, raisedBy: gains, in: reached)
            for index in reached {
                let (own, more) = (waiting.channels[channel][offset + index], added[channel][index])
                let sum = own + changes.channels[channel][offset + index]
                // An attack that is still ahead bounds nothing.
                let most = isBehind ? Self.most * peaks[channel] : .infinity
                guard (sum + more).magnitude > most else { continue }
                share = min(share, max(0, most - sum.magnitude) / more.magnitude)
            }
        }
        for channel in added.indices {
            for index in reached { changes.channels[channel][offset + index] += share * added[channel][index] }
        }
    }

    /// Looks for the highest magnitudes from an attack to the end of the next frame.
    private func lookForPeaks(from attack: Int64) {
        let end = next + Int64(size)
        if attack != peaksStart {
            (peaksStart, peaksEnd) = (attack, attack)
            for channel in peaks.indices { peaks[channel] = 0 }
        }
        for channel in peaks.indices {
            for index in Int(min(max(peaksEnd, start), end) - start)..<Int(end - start) {
                peaks[channel] = max(peaks[channel], waiting.channels[channel][index].magnitude)
            }
        }
        peaksEnd = max(peaksEnd, end)
    }

    /// Writes what the gains add to the next frame of a channel to `added`.
    private func write(_ channel: Int, raisedBy gains: [Float], in reached: Range<Int>) {
        let offset = Int(next - start)
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
        unsafe added[channel].withUnsafeMutableBufferPointer { added in
            unsafe window.withUnsafeBufferPointer { window in
                for index in reached { unsafe added[index] = scale * window[index] * samples.parts[index] }
            }
        }
    }
}
