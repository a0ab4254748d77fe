/// A hop of the target: the part between the centres of two frames, which overlap by half.
///
/// Where the second frame is the continuation of the first, both have the same samples there, and no window is applied.
struct FrameJoint {
    /// The source sample of the first frame that belongs to the joint's first target sample.
    let before: Int64
    /// The same of the second frame.
    let behind: Int64
    /// The weight of the second frame in each sample, 0 to 1. The rest is the first frame's.
    let weights: [Float]

    /// The first source sample that the joint needs.
    var earliestSourceNeeded: Int64 { min(before, behind) }

    /// Writes `target.count` samples of a channel, from the joint's sample `offset` on.
    func copy(
        channel: Int,
        of source: SourceWindow,
        from offset: Int,
        to target: UnsafeMutableBufferPointer<Float>
    ) {
        unsafe source.copy(channel: channel, from: before + Int64(offset), to: target)
        guard before != behind else { return }
        unsafe source.withSamples(channel: channel, from: behind + Int64(offset), count: target.count) { next in
            unsafe weights.withUnsafeBufferPointer { weights in
                for index in target.indices {
                    let sample = unsafe target[index]
                    unsafe target[index] = sample + weights[offset + index] * (next[index] - sample)
                }
            }
        }
    }

    /// The weights of the second frame where attacks were cut out of the windows. They are divided by the sum of both
    /// windows, so that the level holds.
    static func weights(falling: ArraySlice<Float>, rising: ArraySlice<Float>) -> [Float] {
        zip(falling, rising).map { $1 / max($0 + $1, 1e-6) }
    }
}
