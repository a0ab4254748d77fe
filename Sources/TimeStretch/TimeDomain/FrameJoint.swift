/// A hop of the target: what lies between the centres of two frames that overlap by half.
///
/// Where both frames have the source in the same place, one goes on as the other, and their windows cancel out.
struct FrameJoint {
    /// The source sample in the frame before that stands at the joint's first target sample.
    let before: Int64
    /// The same in the frame behind.
    let behind: Int64
    /// How much of each sample is the frame's behind; the rest is the frame's before.
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

    /// The weights of the frame behind, where the windows of both are cut: the sum of the windows is divided by, so that
    /// the level holds.
    static func weights(falling: ArraySlice<Float>, rising: ArraySlice<Float>) -> [Float] {
        zip(falling, rising).map { $1 / max($0 + $1, 1e-6) }
    }
}
