internal import CVectors

/// Adds weighted frames at any distances from one another, and divides the sum by the sum of the weights.
///
/// A frame of the source that is added as it is comes out as it went in, whatever overlaps it. Of stereo, the middle and the
/// side are added, and left and right come out.
struct OverlapSum {
    /// The sum of the weights below which there is no audio.
    private static let faintest: Float = 1e-4

    /// How many times as long the arrays are as what frames can reach: all of it is moved down only where they are used up.
    private static let room = 8

    /// How many samples frames can reach, from ``start`` on.
    private let size: Int
    /// Where the first sample that is not done is in the arrays. Behind what frames can reach there are zeros.
    private var head = 0
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
        weights = Array(repeating: 0, count: size * Self.room)
        channels = Array(repeating: weights, count: channelCount)
        attackWeights = weights
    }

    /// Appends the part of each sample before `end` that comes from attacks' own frames, 0 to 1.
    func appendShares(before end: Int64, to shares: inout [Float]) {
        for index in 0..<Int(max(0, end - start)) {
            shares.append(index < size ? attackWeights[head + index] / max(weights[head + index], Self.faintest) : 0)
        }
    }

    /// Appends the samples before `end` to `output`: no later frame reaches them.
    mutating func finish(before end: Int64, into output: inout PlanarSamples) {
        while start < end {
            let count = Int(min(end - start, Int64(size)))
            if channels.count == 2 { separate(count) }
            unsafe output.appendEach(count) { channel, samples in
                unsafe channels[channel].withUnsafeBufferPointer { sum in
                    unsafe weights.withUnsafeBufferPointer { weights in
                        guard let target = samples.baseAddress, let sum = sum.baseAddress,
                            let weights = weights.baseAddress
                        else { return }
                        unsafe overcrank_divide(target, sum + head, weights + head, Self.faintest, count)
                    }
                }
            }
            start += Int64(count)
            head += count
            if head > size * (Self.room - 1) { moveDown() }
        }
    }

    /// Makes room behind what frames can reach.
    private mutating func moveDown() {
        for channel in channels.indices { channels[channel].shift(by: head) }
        weights.shift(by: head)
        attackWeights.shift(by: head)
        head = 0
    }

    /// Makes the left and the right channel of the first samples of middle and side.
    private mutating func separate(_ count: Int) {
        unsafe channels.withUnsafeMutableBufferPointer { channels in
            unsafe channels[0].withUnsafeMutableBufferPointer { middle in
                unsafe channels[1].withUnsafeMutableBufferPointer { side in
                    guard let middle = middle.baseAddress, let side = side.baseAddress else { return }
                    unsafe overcrank_separate(middle + head, side + head, count)
                }
            }
        }
    }

    /// Adds a frame that begins at the first sample that is not done, or later.
    mutating func add(_ frame: PlacedFrame) {
        let place = place(of: frame)
        for channel in channels.indices { Self.add(frame.samples[channel], to: &channels[channel], at: place) }
        Self.add(frame.weights, to: &weights, at: place)
        if frame.isAttack { Self.add(frame.weights, to: &attackWeights, at: place) }
    }

    /// Where a frame begins in the arrays.
    private func place(of frame: PlacedFrame) -> Int { head + Int(frame.start - start) }

    private static func add(_ more: [Float], to sum: inout [Float], at place: Int) {
        unsafe sum.withUnsafeMutableBufferPointer { sum in
            guard let target = sum.extracting(place..<place + more.count).baseAddress else { return }
            unsafe overcrank_add(target, more, more.count)
        }
    }

    /// Writes what `writePreview` multiplies by: the window of a frame, divided by the sum of the weights that there would be with it
    /// and the next one.
    func writeFactors(with frame: PlacedFrame, and next: PlacedFrame, to factors: inout [Float]) {
        let place = place(of: frame)
        let (first, reached) = Self.shared(frame, next)
        unsafe factors.withUnsafeMutableBufferPointer { factors in
            unsafe Self.preview(
                weights[place..<place + frame.size],
                frame.weights,
                next.weights[reached],
                from: first,
                least: Self.faintest,
                into: factors
            )
            guard let sums = factors.baseAddress else { return }
            unsafe overcrank_divide_by(sums, frame.shape, frame.size)
        }
    }

    /// From which sample of a frame on the next one has part in it, and with which of its samples.
    private static func shared(_ frame: PlacedFrame, _ next: PlacedFrame) -> (first: Int, samples: Range<Int>) {
        let distance = Int(next.start - frame.start)
        let first = min(max(0, distance), frame.size)
        let end = min(frame.size, distance + next.size)
        return (first, first < end ? first - distance..<end - distance : 0..<0)
    }

    /// Writes the sum of one channel that there would be with that frame and the next one, where the frame is, times `factors`.
    func writePreview(
        of channel: Int,
        with frame: PlacedFrame,
        and next: PlacedFrame,
        times factors: [Float],
        to samples: UnsafeMutableBufferPointer<Float>
    ) {
        let place = place(of: frame)
        let (first, reached) = Self.shared(frame, next)
        unsafe Self.preview(
            channels[channel][place..<place + frame.size],
            frame.samples[channel],
            next.samples[channel][reached],
            from: first,
            least: -.infinity,
            into: samples
        )
        guard let target = samples.baseAddress else { return }
        unsafe overcrank_multiply(target, factors, frame.size)
    }

    /// Adds up what is there, a frame, and from `first` on what the next one has in common with it.
    private static func preview(
        _ sum: ArraySlice<Float>,
        _ own: [Float],
        _ following: ArraySlice<Float>,
        from first: Int,
        least: Float,
        into target: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(target.count >= own.count && sum.count == own.count, "there is room for a frame")
        guard let start = target.baseAddress else { return }
        unsafe sum.withUnsafeBufferPointer { sum in
            guard let sum = sum.baseAddress else { return }
            unsafe overcrank_set_sum(start, sum, own, least, own.count)
        }
        unsafe following.withUnsafeBufferPointer { following in
            guard let more = following.baseAddress else { return }
            unsafe overcrank_add(start + first, more, following.count)
        }
    }
}
