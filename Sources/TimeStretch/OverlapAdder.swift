/// Adds frames under their windows and divides by the sum of the windows, so that the level holds wherever frames
/// stand and however their windows are cut.
struct OverlapAdder {
    private let length: Int
    private var sums: [[Float]]
    private var weights: [Float]
    private var frame: [Float]

    /// An adder of frames of up to `length` samples.
    init(channelCount: Int, length: Int) {
        self.length = length
        sums = Array(repeating: Array(repeating: 0, count: length), count: channelCount)
        weights = Array(repeating: 0, count: length)
        frame = Array(repeating: 0, count: length)
    }

    /// Forgets all frames.
    mutating func reset() {
        for channel in sums.indices { sums[channel].shift(by: length) }
        weights.shift(by: length)
    }

    /// Adds the source from `start` on under `window` at the adder's present place.
    mutating func add(_ window: [Float], from source: SourceWindow, at start: Int64) {
        unsafe window.withUnsafeBufferPointer { window in
            unsafe weights.withUnsafeMutableBufferPointer { weights in
                for index in 0..<length { unsafe weights[index] += window[index] }
            }
            for channel in sums.indices {
                unsafe frame.withUnsafeMutableBufferPointer { frame in
                    unsafe source.copy(channel: channel, from: start, to: frame)
                    unsafe sums[channel].withUnsafeMutableBufferPointer { sum in
                        for index in 0..<length { unsafe sum[index] += window[index] * frame[index] }
                    }
                }
            }
        }
    }

    /// Appends the first `count` samples, finished, to `output`, and moves on by as many.
    mutating func advance(_ count: Int, into output: inout PlanarSamples) {
        unsafe output.appendEach(count) { channel, target in
            for index in 0..<count { unsafe target[index] = sums[channel][index] / max(weights[index], 1e-6) }
        }
        for channel in sums.indices { sums[channel].shift(by: count) }
        weights.shift(by: count)
    }
}

extension [Float] {
    /// Moves the contents to the front by `count`, with zeros behind.
    mutating func shift(by count: Int) {
        unsafe withUnsafeMutableBufferPointer { buffer in
            let rest = UnsafeBufferPointer(buffer.extracting(count...))
            _ = unsafe buffer.update(fromContentsOf: rest)
            unsafe buffer.extracting((buffer.count - count)...).update(repeating: 0)
        }
    }
}
