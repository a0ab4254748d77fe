/// Where the frames of a phase vocoder belong: on the map, except around attacks. There they follow at rate 1, and the
/// difference is made up for before and behind.
///
/// An attack has the same distance from the centre of a frame in the target as in the source. Several frames contain one
/// attack. When audio is slowed down, they stand further apart in the target than in the source, and each would play the
/// attack at another instant: it is smeared or doubled. Where the frames stand as far apart as in the source, all play it
/// at the same instant.
struct AttackWarp: ~Copyable {
    /// The smallest target length ÷ source length at which the map is bent. Where audio is faster, attacks lie closer
    /// than a frame is long.
    private static let slowestRatio = 0.25

    private let map: SampleMap
    private let steering: PhaseVocoderSteering
    private let recovery: Double
    /// How far on each side of an attack the frames follow at rate 1, in source samples.
    private let reach: Double
    /// How far behind its onset an attack lies, in source samples.
    private let delay: Double
    private var detector: OnsetDetector

    init(
        map: SampleMap,
        steering: PhaseVocoderSteering,
        sampleRate: Int,
        tuning: StretchTuning
    ) throws(TimeStretchError) {
        self.map = map
        self.steering = steering
        reach = Double(sampleRate) * steering.attackReach
        delay = Double(sampleRate) * tuning.warp.delay
        recovery = tuning.warp.recovery
        detector = try OnsetDetector(sampleRate: sampleRate, tuning: tuning.onsets)
    }

    var earliestSourceNeeded: Int64 { detector.earliestSourceNeeded }

    /// The attacks around the last frame prepared, in source samples.
    var attacks: [Int64] { detector.onsets.map { $0.sample + Int64(delay) } }

    /// Forgets all attacks; the frames from `centre` on follow.
    mutating func restart(at centre: Int64) { detector.restart(at: centre - Int64(12 * reach)) }

    /// Finds all attacks that shift a frame centred on `centre` or the next one; `false` where the source does not reach
    /// far enough yet.
    mutating func prepare(frameAt centre: Double, in source: SourceWindow) -> Bool {
        detector.forget(before: Int64(centre - 16 * reach))
        return detector.advance(to: Int64(centre + 12 * reach), in: source)
    }

    /// The target position for the centre of a frame that is centred on source position `centre`. Both are in samples.
    func target(ofFrameAt centre: Double) -> Double {
        let plain = unwarped(centre)
        let onsets = detector.onsets
        let behind = onsets.firstIndex { Double($0.sample) + delay > centre } ?? onsets.count
        let previous = behind > 0 ? pull(of: behind - 1, on: centre) : 0
        let next = behind < onsets.count ? pull(of: behind, on: centre) : 0
        return plain + previous + next
    }

    /// By how much an attack shifts a frame, in target samples. Within its reach the frame follows at rate 1; from there
    /// the shift falls to zero, at the latest half way to the next attack.
    private func pull(of index: Int, on centre: Double) -> Double {
        let onsets = detector.onsets
        let attack = Double(onsets[index].sample) + delay
        let ratio = 1 / map.rate(atSource: attack)
        guard ratio != 1, ratio >= Self.slowestRatio else { return 0 }
        let isBehind = centre > attack
        let neighbour = isBehind ? index + 1 : index - 1
        let half =
            onsets.indices ~= neighbour ? (Double(onsets[neighbour].sample) + delay - attack).magnitude / 2 : .infinity
        // On the way back the target position must go on rising: at least half of the ratio is kept.
        let share = ratio < 1 ? ratio / (2 - ratio) : 0.5
        let reach = min(reach, half * share)
        let recovery = min(half - reach, max(self.recovery, 2 * (1 - ratio) / ratio) * self.reach)
        let distance = (centre - attack).magnitude
        guard distance < reach + recovery else { return 0 }
        let held = isBehind ? min(centre, attack + reach) : max(centre, attack - reach)
        let shift = map.targetPosition(ofSource: attack) + held - attack - unwarped(held)
        return distance <= reach ? shift : shift * (1 - (distance - reach) / recovery)
    }

    /// The target position for a frame where there is no attack: its anchor is put at its mapped place.
    private func unwarped(_ centre: Double) -> Double {
        let anchor = steering.anchor(timeRatio: 1 / map.rate(atSource: centre))
        return map.targetPosition(ofSource: centre + anchor) - anchor
    }
}
