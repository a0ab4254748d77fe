internal import Glibc

/// Decides which frame comes next: one a hop behind the one before, or an attack's own where one is near.
///
/// No frame but its own contains an attack: all others are faded out before it or behind it. So an attack is neither
/// smeared nor doubled, and stands exactly at its mapped place.
struct FrameSchedule {
    /// The fastest rate at which frames lie a hop apart. Above it they are the closer, so that in the source they are never farther apart than
    /// at it: half of a frame. Else nothing would be heard of what lies between them.
    private static let fastestRate = 2.0

    /// The part of what is left between two attacks that frames lie apart there. An attack's own frame lies up to one and a
    /// half times as far from the one before.
    private static let densestShare = 0.65

    /// The part of what lies between two attacks, at most, that frames keep away from the first of them.
    private static let widestShare = 0.45

    /// How far behind an attack a leap of the level lies for which the attack's own frame ends, in seconds of the source: while that is
    /// heard.
    private static let leaps = 0.008..<0.040

    /// The part of what is left between an attack and a leap behind it, at most, that the next frame lies behind the attack.
    private static let leapStep = 0.85

    /// The part of half a frame within which the next one sets in. Farther out a frame's window is so low that what a turned
    /// spectrum spreads over its frame would be raised with it.
    private static let latestStart = 0.7

    private let map: SampleMap
    private let size: Int
    private let hop: Int64
    /// Samples before an attack at which other frames have faded out, and behind it at which they set in.
    private let before: Double
    private let behind: Double
    /// So many samples of the source behind an attack a leap may lie for which its own frame ends.
    private let leapReach: Range<Int64>
    /// Samples before such a leap at which the attack's own frame has faded out.
    private let beforeLeap: Double
    /// The shortest distance of two attacks, in samples of either time.
    private let separation: Double
    /// How far before an attack frames approach its phases, in target samples.
    private let approach: Int64
    /// A sample of the source that has a frame of its own.
    private struct Attack {
        let source: Int64
        /// Its place in the target.
        let target: Int64
        /// The part of the spectrum that is new there, 0 to 1. Of two attacks that are too close, the stronger one counts.
        let strength: Float
        /// How long before it its rise begins, in samples.
        let rise: Double
    }

    /// By rising index.
    private var attacks: [Attack] = []
    /// Where the level of the source leaps, by rising index.
    private var leaps: [Int64] = []
    /// The target sample of the next frame, unless an attack comes before it.
    private(set) var nextTarget: Int64 = 0
    /// Whether the next frame is a short one: half as long, and half a hop from the one behind it. An attack's own never is.
    var isShort = false
    /// The target sample of the frame before.
    private var last: Int64 = 0

    init(map: SampleMap, size: Int, hop: Int, tuning: StretchTuning.Locking, sampleRate: Int) {
        self.map = map
        self.size = size
        self.hop = Int64(hop)
        before = tuning.before * Double(sampleRate)
        behind = tuning.behind * Double(sampleRate)
        let (first, end) = (Self.leaps.lowerBound * Double(sampleRate), Self.leaps.upperBound * Double(sampleRate))
        leapReach = Int64(first)..<Int64(end)
        beforeLeap = tuning.beforeLeap * Double(sampleRate)
        separation = tuning.closest * Double(sampleRate)
        approach = Int64(hop * tuning.approachFrames)
    }

    /// Forgets all attacks; the next frame is the first one that reaches target sample `start`.
    mutating func restart(at start: Int64) {
        (isShort, leaps) = (false, [])
        attacks = [Attack(source: 0, target: target(ofSource: 0), strength: 0, rise: 0)]
        nextTarget = start - Int64(size / 2)
        last = nextTarget - 1
    }

    /// The source position of the next frame, unless an attack comes before it.
    var nextSource: SourcePosition { map.sourcePosition(at: nextTarget) }

    /// What of that frame, were it long, reaches no attack of the source, counted from its centre; `nil` for all of it.
    var nextRoom: ClosedRange<Double>? {
        let following = attacks.firstIndex { $0.target > last } ?? attacks.count
        return rooms(of: size, around: nextSource, nextTarget, between: following - 1, and: following).source
    }

    /// How long the next frame is.
    private var length: Int { isShort ? size / 2 : size }

    /// How far behind it the following one lies, where no attack is near.
    private var pace: Int64 { Self.pace(at: nextSource.rate, hop: isShort ? hop / 2 : hop) }

    /// How far apart frames lie in the target at a rate, where they lie a hop apart up to ``fastestRate``.
    static func pace(at rate: Double, hop: Int64) -> Int64 {
        rate > fastestRate ? max(1, Int64(Double(hop) * fastestRate / rate)) : hop
    }

    /// All attacks before this source sample must be known for the next frame.
    var horizon: Int64 {
        let position = nextSource
        let reach = max(Int64(size / 2) + hop, approach)
        return position.whole + Int64(Double(reach) * max(position.rate, 1)) + 1
    }

    /// Takes in an attack of the source. Attacks come by rising index. The source's beginning counts as one already, the
    /// weakest of all. Its rise begins some samples before it: that belongs to its own frame, too.
    mutating func add(attackAt source: Int64, strength: Float, rise: Int64 = 0) {
        let target = target(ofSource: source)
        if let previous = attacks.last {
            let isClear =
                Double(min(source - previous.source, target - previous.target)) >= separation
            if !isClear {
                guard strength > previous.strength, previous.target > last else { return }
                attacks.removeLast()
            }
        }
        attacks.append(Attack(source: source, target: target, strength: strength, rise: Double(rise)))
    }

    /// Takes in a place of the source where the level leaps, be it an attack or not. Leaps come by rising index.
    mutating func add(leapAt source: Int64) { leaps.append(source) }

    private func target(ofSource source: Int64) -> Int64 {
        Int64(map.targetPosition(ofSource: Double(source)).rounded())
    }

    /// The next frame.
    mutating func advance() -> SpectralFrame {
        let following = attacks.firstIndex { $0.target > last } ?? attacks.count
        let step = step(between: following - 1, and: following)
        if following < attacks.count, attacks[following].target < nextTarget + step / 2 {
            let attack = attacks[following]
            let position = centre(of: attack)
            let (previous, next) = (following - 1, following + 1)
            var (room, sourceRoom) = rooms(of: size, around: position, attack.target, between: previous, and: next)
            last = attack.target
            nextTarget = last + self.step(between: following, and: following + 1)
            nextTarget = min(nextTarget, last + longestStep(from: position, behind: following))
            if let leap = leap(behind: following) {
                let half = Double(size / 2)
                let end = leap - beforeLeap
                room = (room?.lowerBound ?? -half)...min(room?.upperBound ?? half, end)
                nextTarget = min(nextTarget, last + Int64((end - behind(following)) * Self.leapStep))
            }
            return SpectralFrame(
                target: last,
                source: position,
                isAttack: true,
                room: room,
                sourceRoom: sourceRoom,
                approach: nil,
                step: nextTarget - last,
                rise: rise(following),
                isShort: false
            )
        }
        let position = nextSource
        let (room, sourceRoom) = rooms(
            of: length,
            around: position,
            nextTarget,
            between: following - 1,
            and: following
        )
        let approach = following < attacks.count ? approach(to: attacks[following], from: nextTarget) : nil
        last = nextTarget
        nextTarget += min(step, longestStep(from: position, behind: following - 1))
        if following > 2 {
            attacks.removeFirst(following - 2)
            leaps.removeAll { [first = attacks[0].source] in $0 < first }
        }
        return SpectralFrame(
            target: last,
            source: position,
            isAttack: false,
            room: room,
            sourceRoom: sourceRoom,
            approach: approach,
            step: nextTarget - last,
            rise: 0,
            isShort: isShort
        )
    }

    /// The source position on which the own frame of an attack is centred: the attack itself, but at rate 1 the map says which
    /// samples the target shows.
    private func centre(of attack: Attack) -> SourcePosition {
        var position = map.sourcePosition(at: attack.target)
        if position.rate != 1 { (position.whole, position.fraction) = (attack.source, 0) }
        return position
    }

    /// How the frame at a target sample approaches an attack's phases: in equal parts, of which the last one is left to the
    /// attack's own frame.
    private func approach(to attack: Attack, from target: Int64) -> SpectralFrame.Approach? {
        let distance = attack.target - target
        guard distance <= approach else { return nil }
        let source = centre(of: attack).moved(by: -distance)
        return SpectralFrame.Approach(source: source, share: 1 / (Float(distance) / Float(hop) + 1))
    }

    /// The distance of frames between two attacks: the pace, or less where so little of a frame is left between them that
    /// there would be gaps.
    private func step(between previous: Int, and following: Int) -> Int64 {
        guard attacks.indices ~= previous, attacks.indices ~= following else { return pace }
        let room = gap(behind: previous) - before - rise(following) - behind(previous)
        return min(pace, Int64(room * Self.densestShare))
    }

    /// How far behind the last frame the next one stands at most, so that it sets in early enough. Below rate 1 frames behind an
    /// attack are cut off where the source reaches it: they set in the later the slower the rate is.
    private func longestStep(from source: SourcePosition, behind index: Int) -> Int64 {
        guard attacks.indices ~= index, source.rate < 1 else { return pace }
        let distance = Double(last - attacks[index].target)
        let latest = distance + Self.latestStart * Double(length / 2) - behind(index)
        return Int64(min(Double(pace), max(1, latest / (1 - source.rate) - distance)))
    }

    /// What lies between an attack and the next, in samples of the time in which it is shorter.
    private func gap(behind index: Int) -> Double {
        let (first, second) = (attacks[index], attacks[index + 1])
        return Double(min(second.source - first.source, second.target - first.target))
    }

    /// How far behind an attack the level of the source leaps next, where that is within the attack's own frame. Below rate 1 what
    /// leaps there, a second blow or the next period of a low voice, would be played as close to the attack as in the source.
    private func leap(behind index: Int) -> Double? {
        let source = attacks[index].source
        guard map.rate(atSource: Double(source)) < 1 else { return nil }
        return leaps.first { leapReach.contains($0 - source) }.map { Double($0 - source) }
    }

    /// How far behind an attack other frames set in.
    private func behind(_ index: Int) -> Double {
        let gap = index + 1 < attacks.count ? gap(behind: index) : .infinity
        return min(behind, Self.widestShare * min(gap, leap(behind: index) ?? .infinity))
    }

    /// How long before an attack its rise begins, as far as the attack before leaves room.
    private func rise(_ index: Int) -> Double {
        index > 0 ? min(attacks[index].rise, Self.widestShare * gap(behind: index - 1)) : attacks[index].rise
    }

    /// The parts of a frame of so many samples that keep clear of the attacks on each side of it: in both times, so that it neither
    /// contains one nor masks one, and in the source alone. `nil` where all of the frame does.
    private func rooms(
        of length: Int,
        around source: SourcePosition,
        _ target: Int64,
        between previous: Int,
        and following: Int
    ) -> (both: ClosedRange<Double>?, source: ClosedRange<Double>?) {
        let half = Double(length / 2)
        var (low, high) = (-half, half)
        var (sourceLow, sourceHigh) = (-half, half)
        func distance(_ attack: Attack) -> (Double, Double) {
            (Double(attack.source - source.whole) - source.fraction, Double(attack.target - target))
        }
        if attacks.indices ~= previous {
            let (inSource, inTarget) = distance(attacks[previous])
            let behind = behind(previous)
            low = max(low, max(inSource, inTarget) + behind)
            sourceLow = max(sourceLow, inSource + behind * max(1, source.rate))
        }
        if attacks.indices ~= following {
            let (inSource, inTarget) = distance(attacks[following])
            let before = before + rise(following)
            high = min(high, min(inSource, inTarget) - before)
            sourceHigh = min(sourceHigh, inSource - before)
        }
        func room(_ low: Double, _ high: Double) -> ClosedRange<Double>? {
            low > -half || high < half ? min(low, high)...max(low, high) : nil
        }
        return (room(low, high), room(sourceLow, sourceHigh))
    }
}
