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
    /// The index of the first sample that is not done.
    private(set) var start: Int64

    /// A sum of frames of `size` samples; the first begins at `start` or later.
    init(channelCount: Int, size: Int, from start: Int64) {
        self.size = size
        self.start = start
        channels = Array(repeating: Array(repeating: 0, count: size), count: channelCount)
        weights = Array(repeating: 0, count: size)
    }

    /// Appends the samples before `end` to `output`: no later frame reaches them.
    mutating func finish(before end: Int64, into output: inout PlanarSamples) {
        while start < end {
            let count = Int(min(end - start, Int64(size)))
            unsafe output.appendEach(count) { channel, samples in
                for index in 0..<count {
                    unsafe samples[index] = sample(index, of: channel) / max(weights[index], Self.faintest)
                }
            }
            for channel in channels.indices { channels[channel].shift(by: count) }
            weights.shift(by: count)
            start += Int64(count)
        }
    }

    /// A sum of weighted samples: of stereo, the middle and the side give the left and the right channel.
    private func sample(_ index: Int, of channel: Int) -> Float {
        guard channels.count == 2 else { return channels[channel][index] }
        return channels[0][index] + (channel == 0 ? channels[1][index] : -channels[1][index])
    }

    /// Adds the samples of one channel of the frame that begins at the first sample that is not done.
    mutating func add(_ samples: UnsafePointer<Float>, of channel: Int, times shape: [Float], scale: Float) {
        unsafe channels[channel].withUnsafeMutableBufferPointer { sum in
            unsafe shape.withUnsafeBufferPointer { shape in
                for index in 0..<size { unsafe sum[index] += scale * shape[index] * samples[index] }
            }
        }
    }

    /// Adds the weights of that frame.
    mutating func add(weights more: [Float]) {
        unsafe weights.withUnsafeMutableBufferPointer { weights in
            unsafe more.withUnsafeBufferPointer { more in
                for index in 0..<size { unsafe weights[index] += more[index] }
            }
        }
    }
}
