/// Where frames may be taken from, so that every attack in the source sounds once, at its instant in the target.
struct AttackPlan: ~Copyable {
    private let map: SampleMap
    /// Half a frame, in samples.
    private let reach: Int64
    /// How long an attack lasts from its onset on, in samples; and over how many a window is faded before and behind.
    private let duration: Int64
    private let fade: Int64
    private var detector: OnsetDetector
    /// The onsets around the frame at hand.
    private var own: Int64?
    private var previous: Int64?
    private var next: Int64?

    init(map: SampleMap, sampleRate: Int, reach: Int64) throws(TimeStretchError) {
        self.map = map
        self.reach = reach
        duration = Int64(sampleRate) * 4 / 1000
        fade = max(1, Int64(sampleRate) / 1000)
        detector = try OnsetDetector(sampleRate: sampleRate)
    }

    var earliestSourceNeeded: Int64 { detector.earliestSourceNeeded }

    /// Forgets all attacks; frames wanted from source sample `anchor` on follow.
    mutating func restart(at anchor: Int64) { detector.restart(at: anchor - 4 * reach) }

    /// Finds the attacks around a frame centred on target sample `centre`, wanted at source sample `anchor`; `false`
    /// where the source is not there yet.
    mutating func prepare(frameAt centre: Int64, anchor: Int64, in source: SourceWindow) -> Bool {
        let ahead = max(map.sourcePosition(at: centre + reach).whole, anchor + 2 * reach) + 1
        guard detector.advance(to: ahead, in: source) else { return false }
        let behind = min(map.sourcePosition(at: centre - 2 * reach).whole, anchor - 4 * reach)
        detector.forget(before: behind)
        own = nil
        previous = nil
        next = nil
        var nearest = Double(reach)
        for onset in detector.onsets {
            let distance = (target(of: onset) - Double(centre)).magnitude
            if distance < nearest { (own, nearest) = (onset, distance) }
        }
        for onset in detector.onsets where onset != own {
            let isBefore = own.map { onset < $0 } ?? (target(of: onset) < Double(centre))
            if isBefore { previous = onset } else if next == nil { next = onset }
        }
        return true
    }

    /// The source samples on which the frame may be centred: with an attack of its own, just one; otherwise clear of
    /// all attacks, if need be beyond the tolerance by as much as half a frame.
    func places(ofFrameAt centre: Int64, anchor: Int64, tolerance: Int64) -> ClosedRange<Int64> {
        if let own {
            let place = centre + own - Int64(target(of: own).rounded())
            return place...place
        }
        var (low, high) = (anchor - tolerance, anchor + tolerance)
        let farthest = max(tolerance, reach)
        if let previous { low = max(low, min(previous + reach, anchor + farthest)) }
        if let next { high = min(high, max(next - fade - reach, anchor - farthest)) }
        return low <= high ? low...high : (low + high) / 2...(low + high) / 2
    }

    /// A frame's window, centred on source sample `place`, without what would sound of attacks that are not its own;
    /// `nil` where that is nothing. A trace is left, so that where no other frame sounds, this one does.
    func cut(_ window: [Float], placedAt place: Int64) -> [Float]? {
        let start = place - reach
        let behind = previous.map { $0 + duration + fade - start } ?? 0
        let ahead = next.map { $0 - fade - start } ?? 2 * reach
        guard behind > fade || ahead < 2 * reach else { return nil }
        var window = window
        if let previous, behind > fade {
            for index in 0..<Int(min(behind, 2 * reach)) {
                window[index] *= Self.ramp(start + Int64(index) - previous - duration, over: fade)
            }
        }
        if let next, ahead < 2 * reach {
            for index in Int(max(ahead, 0))..<Int(2 * reach) {
                window[index] *= Self.ramp(next - start - Int64(index), over: fade)
            }
        }
        return window
    }

    private func target(of onset: Int64) -> Double { map.targetPosition(ofSource: Double(onset)) }

    private static func ramp(_ distance: Int64, over fade: Int64) -> Float {
        max(1e-4, min(1, Float(distance) / Float(fade)))
    }
}
