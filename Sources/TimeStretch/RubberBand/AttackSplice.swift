/// Copies attacks from the source into the output of a phase vocoder.
///
/// A phase vocoder spreads an attack over the length of its frames, even with its phases reset: some of it comes early, and
/// its peak is lower. Around an attack the engine runs at rate 1 (``AttackWarp``), so there a copy of the source fits in.
struct AttackSplice {
    /// The fastest rate at which attacks are copied. Above it a copy takes up too much of the time between two attacks, and
    /// the next attack is not known early enough.
    private static let fastestRate = 2.0

    /// One attack in the target, with the lengths of the copy on each side of it. All are in samples.
    struct Joint: Equatable {
        /// The index of the attack in the source.
        let source: Int64
        /// The index of the attack in the target.
        let target: Int64
        /// How far before the attack the copy begins.
        let before: Int64
        /// How far behind the attack the copy ends.
        let behind: Int64
    }

    private let map: SampleMap
    /// The longest that a copy reaches before and behind an attack, and its fades. In samples, as all that follows.
    private let before: Int64
    private let behind: Int64
    private let fadeIn: Int64
    private let fadeOut: Int64

    init(map: SampleMap, sampleRate: Int, tuning: StretchTuning.Splice) {
        self.map = map
        func samples(milliseconds: Int) -> Int64 { Int64(sampleRate * milliseconds / 1000) }
        before = samples(milliseconds: tuning.before)
        behind = samples(milliseconds: tuning.behind)
        fadeIn = samples(milliseconds: tuning.fadeIn)
        fadeOut = samples(milliseconds: tuning.fadeOut)
    }

    /// The first source sample that the copies from target sample `position` on may need.
    func earliestSourceNeeded(at position: Int64) -> Int64 { map.sourcePosition(at: position).whole - before }

    /// The joints that overlap a range of the target, for attacks by rising index. Where attacks lie close together, each
    /// copy ends half way to the next.
    func joints(for attacks: [Int64], in range: Range<Int64>) -> [Joint] {
        let places = attacks.map { Int64(map.targetPosition(ofSource: Double($0)).rounded()) }
        return attacks.indices.compactMap { index in
            let place = places[index]
            guard place - before < range.upperBound, place + behind > range.lowerBound else { return nil }
            guard isCopied(attacks[index]) else { return nil }
            let room = index > 0 ? (place - places[index - 1]) / 2 : .max
            let roomBehind = index + 1 < places.count ? (places[index + 1] - place) / 2 : .max
            return Joint(
                source: attacks[index],
                target: place,
                before: min(before, room),
                behind: min(behind, roomBehind)
            )
        }
    }

    /// Whether an attack is copied.
    private func isCopied(_ attack: Int64) -> Bool { map.rate(atSource: Double(attack)) <= Self.fastestRate }

    /// Copies the part of a joint that lies within `samples`, which begin at target sample `position`.
    func copy(
        _ joint: Joint,
        of source: SourceWindow,
        channel: Int,
        into samples: UnsafeMutableBufferPointer<Float>,
        at position: Int64
    ) {
        let first = max(joint.target - joint.before, position)
        let last = min(joint.target + joint.behind, position + Int64(samples.count))
        guard first < last else { return }
        var copy = Array(repeating: Float(0), count: Int(last - first))
        unsafe copy.withUnsafeMutableBufferPointer {
            unsafe source.copy(channel: channel, from: joint.source + first - joint.target, to: $0)
        }
        for index in copy.indices {
            let sample = Int(first - position) + index
            let weight = weight(of: joint, at: first + Int64(index))
            unsafe samples[sample] += weight * (copy[index] - samples[sample])
        }
    }

    /// The weight of the copy in target sample `m`, 0 to 1. The rest is the vocoder's.
    private func weight(of joint: Joint, at m: Int64) -> Float {
        let rise = Float(m - joint.target + joint.before) / Float(max(1, min(fadeIn, joint.before)))
        let fall = Float(joint.target + joint.behind - m) / Float(max(1, min(fadeOut, joint.behind)))
        return min(1, rise, fall)
    }
}
