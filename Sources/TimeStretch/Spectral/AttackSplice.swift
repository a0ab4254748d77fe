/// Copies attacks from the source into what a phase vocoder made of them.
///
/// However its phases are reset, a frame spreads an attack over its length: some of it sounds before, and its peak is
/// lower. Around an attack the vocoder runs at rate 1 (``AttackWarp``), so there the source itself fits in; the audio
/// before it gives way to the source for as long as frames reach ahead of an attack. A vocoder that does not do so is
/// kept from hearing it.
struct AttackSplice {
    /// Where audio is faster than this, there is no room between attacks, nor is it known in time where they are.
    private static let fastestRate = 2.0

    /// One attack in the target, with what is copied on each side of it, in samples.
    struct Joint: Equatable {
        /// The attack, as an index in the source and in the target.
        let source: Int64
        let target: Int64
        let before: Int64
        let behind: Int64
    }

    private let map: SampleMap
    /// How far the copy reaches at most, and over how much of that it is faded in and out.
    private let before: Int64
    private let behind: Int64
    private let fadeIn: Int64
    private let fadeOut: Int64
    /// How long an attack is kept from an engine, and over how much of that it is faded out and in.
    private let removed: Int64
    private let removalFadeOut: Int64
    private let removalFadeIn: Int64

    init(map: SampleMap, sampleRate: Int) {
        self.map = map
        func samples(milliseconds: Int) -> Int64 { Int64(sampleRate * milliseconds / 1000) }
        before = samples(milliseconds: 28)
        behind = samples(milliseconds: 14)
        fadeIn = samples(milliseconds: 8)
        fadeOut = samples(milliseconds: 6)
        removed = samples(milliseconds: 16)
        removalFadeOut = samples(milliseconds: 1)
        removalFadeIn = samples(milliseconds: 6)
    }

    /// The first source sample that a copy at target sample `position` or behind it may need.
    func earliestSourceNeeded(at position: Int64) -> Int64 { map.sourcePosition(at: position).whole - before }

    /// The joints that touch a range of the target, for attacks by rising index: where attacks do not merge.
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

    /// Takes the attacks that are copied out of the first `count` samples of a buffer, which begins at source sample
    /// `position`: an engine that gets them sounds them a second time, at an instant of its own. What of them goes on
    /// behind them is left.
    func remove(
        _ attacks: [Int64],
        of source: SourceWindow,
        from buffer: inout PlanarBuffer,
        count: Int,
        at position: Int64
    ) {
        for attack in attacks {
            let first = max(attack - removalFadeOut, position)
            let last = min(attack + removed, position + Int64(count))
            guard first < last, isCopied(attack) else { continue }
            let remainder = sustain(of: attack, in: source)
            for index in first..<last {
                let fall = Float(attack - index) / Float(removalFadeOut)
                let rise = 1 - Float(attack + removed - index) / Float(removalFadeIn)
                buffer.scale(Int(index - position), by: remainder + (1 - remainder) * max(0, fall, rise))
            }
        }
    }

    /// The level behind an attack as a part of its own: all of a note that goes on, next to nothing of a blow.
    private func sustain(of attack: Int64, in source: SourceWindow) -> Float {
        let own = source.energy(from: attack, count: Int(removed / 2))
        let behind = source.energy(from: attack + removed, count: Int(removed / 2))
        return own > behind ? (behind / own).squareRoot() : 1
    }

    /// Copies what a joint has of a range of the target that begins at `position`.
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

    /// The copy's part in target sample `m`: it rises to 1 before the attack and falls behind it.
    private func weight(of joint: Joint, at m: Int64) -> Float {
        let rise = Float(m - joint.target + joint.before) / Float(max(1, min(fadeIn, joint.before)))
        let fall = Float(joint.target + joint.behind - m) / Float(max(1, min(fadeOut, joint.behind)))
        return min(1, rise, fall)
    }
}
