/// Where the frames of a phase vocoder belong: on the map, but around each attack at rate 1, which is made up for before
/// and behind.
///
/// A frame gives every audio in it the same place behind its centre in the target as in the source. The frames which
/// hear an attack stand further apart in the target than in the source when it slows down, and closer when it speeds
/// up, and each would sound it at another instant: it smears, or doubles. Where they stand as far apart as in the
/// source, they all audio it at one.
struct AttackWarp: ~Copyable {
    /// Where audio is faster than this, attacks merge anyway.
    private static let slowestRatio = 0.25

    private let map: SampleMap
    private let steering: PhaseVocoderSteering
    private let halfWindow: Int
    /// How far on each side of an attack the map runs at rate 1, in source samples: what the frames that place it span.
    private let reach: Double
    /// Attacks lie half a millisecond behind their onsets, give or take as much.
    private let delay: Double
    private var detector: OnsetDetector

    init(
        map: SampleMap,
        steering: PhaseVocoderSteering,
        halfWindow: Int,
        sampleRate: Int
    ) throws(TimeStretchError) {
        self.map = map
        self.steering = steering
        self.halfWindow = halfWindow
        reach = Double(sampleRate) * steering.attackReach
        delay = Double(sampleRate) * 0.0005
        detector = try OnsetDetector(sampleRate: sampleRate)
    }

    var earliestSourceNeeded: Int64 { detector.earliestSourceNeeded }

    /// The attacks around the last frame prepared, in source samples.
    var attacks: [Int64] { detector.onsets.map { $0 + Int64(delay) } }

    /// Forgets all attacks; the frames from `centre` on follow.
    mutating func restart(at centre: Int64) { detector.restart(at: centre - Int64(12 * reach)) }

    /// Finds all attacks that bear on a frame centred on `centre` and the next one; `false` where the source is not
    /// there yet.
    mutating func prepare(frameAt centre: Double, in source: SourceWindow) -> Bool {
        detector.forget(before: Int64(centre - 16 * reach))
        return detector.advance(to: Int64(centre + 12 * reach), in: source)
    }

    /// Where the centre of a frame that stands at `centre` in the source belongs in the target.
    func target(ofFrameAt centre: Double) -> Double {
        let plain = unwarped(centre)
        guard !steering.holdsItsCourse else { return plain }
        let onsets = detector.onsets
        let behind = onsets.firstIndex { Double($0) + delay > centre } ?? onsets.count
        let previous = behind > 0 ? pull(of: behind - 1, on: centre) : 0
        let next = behind < onsets.count ? pull(of: behind, on: centre) : 0
        return plain + previous + next
    }

    /// By how much an attack shifts a frame: from its reach on, less and less up to half way to the next attack.
    private func pull(of index: Int, on centre: Double) -> Double {
        let onsets = detector.onsets
        let attack = Double(onsets[index]) + delay
        let ratio = 1 / map.rate(atSource: attack)
        guard ratio != 1, ratio >= Self.slowestRatio else { return 0 }
        let isBehind = centre > attack
        let neighbour = isBehind ? index + 1 : index - 1
        let half = onsets.indices ~= neighbour ? (Double(onsets[neighbour]) + delay - attack).magnitude / 2 : .infinity
        // The way back must go forwards: it keeps half of the ratio at least.
        let share = ratio < 1 ? ratio / (2 - ratio) : 0.5
        let reach = min(reach, half * share)
        let recovery = min(half - reach, max(3, 2 * (1 - ratio) / ratio) * self.reach)
        let distance = (centre - attack).magnitude
        guard distance < reach + recovery else { return 0 }
        let held = isBehind ? min(centre, attack + reach) : max(centre, attack - reach)
        let shift = map.targetPosition(ofSource: attack) + held - attack - unwarped(held)
        return distance <= reach ? shift : shift * (1 - (distance - reach) / recovery)
    }

    /// The map for attacks that are not found: the anchor of a frame stands where it belongs.
    private func unwarped(_ centre: Double) -> Double {
        let anchor = steering.anchor(timeRatio: 1 / map.rate(atSource: centre), halfWindow: halfWindow)
        return map.targetPosition(ofSource: centre + anchor) - anchor
    }
}
