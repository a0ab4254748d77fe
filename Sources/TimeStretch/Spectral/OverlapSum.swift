/// Adds weighted frames at any distances from one another, and divides the sum by the sum of the weights.
///
/// A frame of the source that is added as it is comes out as it went in, whatever overlaps it. Of stereo, the middle and the
/// side are added, and left and right come out.
struct OverlapSum {
    /// The sum of the weights below which there is no audio.
    private static let faintest: Float = 1e-4

    private let size: Int
    private var channels: [[Float]]
    private var weights: [Float]
    /// What attacks' own frames have of the weights.
    private var attackWeights: [Float]
    /// The index of the first sample that is not done.
    private(set) var start: Int64

    /// A sum of frames of `size` samples or fewer; the first begins at `start` or later.
    init(channelCount: Int, size: Int, from start: Int64) {
        self.size = size
        self.start = start
        channels = Array(repeating: Array(repeating: 0, count: size), count: channelCount)
        weights = Array(repeating: 0, count: size)
        attackWeights = weights
    }

    /// Appends the samples before `end` to `output`: no later frame reaches them. The part of each that comes from attacks' own
    /// frames, 0 to 1, goes to `shares`.
    mutating func finish(before end: Int64, into output: inout PlanarSamples, shares: inout [Float]) {
        while start < end {
            let count = Int(min(end - start, Int64(size)))
            unsafe output.appendEach(count) { channel, samples in
                for index in 0..<count {
                    unsafe samples[index] = sample(index, of: channel) / max(weights[index], Self.faintest)
                }
            }
            for index in 0..<count { shares.append(attackWeights[index] / max(weights[index], Self.faintest)) }
            for channel in channels.indices { channels[channel].shift(by: count) }
            weights.shift(by: count)
            attackWeights.shift(by: count)
            start += Int64(count)
        }
    }

    /// A sum of weighted samples: of stereo, the middle and the side give the left and the right channel.
    private func sample(_ index: Int, of channel: Int) -> Float {
        guard channels.count == 2 else { return channels[channel][index] }
        return channels[0][index] + (channel == 0 ? channels[1][index] : -channels[1][index])
    }

    /// Adds a frame that begins at the first sample that is not done, or later.
    mutating func add(_ frame: PlacedFrame) {
        let place = Int(frame.start - start)
        for channel in channels.indices { Self.add(frame.samples[channel], to: &channels[channel], at: place) }
        Self.add(frame.weights, to: &weights, at: place)
        if frame.isAttack { Self.add(frame.weights, to: &attackWeights, at: place) }
    }

    private static func add(_ more: [Float], to sum: inout [Float], at place: Int) {
        unsafe sum.withUnsafeMutableBufferPointer { sum in
            unsafe more.withUnsafeBufferPointer { more in
                for index in more.indices { unsafe sum[place + index] += more[index] }
            }
        }
    }

    /// Writes what `writePreview` multiplies by: the window of a frame, divided by the sum of the weights that there would be with it
    /// and the next one.
    func writeFactors(with frame: PlacedFrame, and next: PlacedFrame, to factors: inout [Float]) {
        let place = Int(frame.start - start)
        let (distance, shared) = Self.shared(frame, next)
        unsafe factors.withUnsafeMutableBufferPointer { factors in
            for index in 0..<frame.size {
                unsafe factors[index] = max(weights[place + index] + frame.weights[index], Self.faintest)
            }
            for index in shared { unsafe factors[index] += next.weights[index - distance] }
            for index in 0..<frame.size { unsafe factors[index] = frame.shape[index] / factors[index] }
        }
    }

    /// How much later than a frame the next one begins, and which samples of the frame it reaches.
    private static func shared(_ frame: PlacedFrame, _ next: PlacedFrame) -> (distance: Int, samples: Range<Int>) {
        let distance = Int(next.start - frame.start)
        let first = min(max(0, distance), frame.size)
        return (distance, first..<max(first, min(frame.size, distance + next.size)))
    }

    /// Writes the sum of one channel that there would be with that frame and the next one, where the frame is, times `factors`.
    func writePreview(
        of channel: Int,
        with frame: PlacedFrame,
        and next: PlacedFrame,
        times factors: [Float],
        to samples: UnsafeMutableBufferPointer<Float>
    ) {
        let place = Int(frame.start - start)
        let (distance, shared) = Self.shared(frame, next)
        let (sum, own, following) = (channels[channel], frame.samples[channel], next.samples[channel])
        unsafe sum.withUnsafeBufferPointer { sum in
            unsafe own.withUnsafeBufferPointer { own in
                for index in own.indices { unsafe samples[index] = sum[place + index] + own[index] }
            }
        }
        unsafe following.withUnsafeBufferPointer { following in
            for index in shared { unsafe samples[index] += following[index - distance] }
        }
        unsafe factors.withUnsafeBufferPointer { factors in
            for index in factors.indices { unsafe samples[index] *= factors[index] }
        }
    }
}
