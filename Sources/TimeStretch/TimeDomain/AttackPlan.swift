/// Where frames may be taken from, so that every attack in the source is played once, at its instant in the target.
struct AttackPlan: ~Copyable {
    /// What a cut leaves of a window, as a factor. Where no other frame has any weight, this one then still counts.
    private static let trace: Float = 1e-4

    private let map: SampleMap
    /// Half a frame, in samples.
    private let reach: Int64
    /// How long an attack lasts from its onset on, and how long a cut fades before and behind it, in samples.
    private let duration: Int64
    private let fade: Int64
    private var detector: OnsetDetector
    /// The onset within the frame that is being placed, and those before and behind it, in source samples.
    private var own: Int64?
    private var previous: Int64?
    private var next: Int64?

    init(
        map: SampleMap,
        sampleRate: Int,
        reach: Int64,
        tuning: StretchTuning.AttackFrames,
        onsets: StretchTuning.Onsets
    ) throws(TimeStretchError) {
        self.map = map
        self.reach = reach
        duration = Int64(sampleRate * tuning.duration / 1000)
        fade = max(1, Int64(sampleRate * tuning.fade / 1000))
        detector = try OnsetDetector(sampleRate: sampleRate, tuning: onsets)
    }

    var earliestSourceNeeded: Int64 { detector.earliestSourceNeeded }

    /// Forgets all attacks. The frames that follow are wanted at source sample `anchor` and behind it.
    mutating func restart(at anchor: Int64) { detector.restart(at: anchor - 4 * reach) }

    /// Finds the attacks around a frame that is centred on target sample `centre` and wanted at source sample `anchor`;
    /// `false` where the source does not reach far enough yet.
    mutating func prepare(frameAt centre: Int64, anchor: Int64, in source: SourceWindow) -> Bool {
        let ahead = max(map.sourcePosition(at: centre + reach).whole, anchor + 2 * reach) + 1
        guard detector.advance(to: ahead, in: source) else { return false }
        let behind = min(map.sourcePosition(at: centre - 2 * reach).whole, anchor - 4 * reach)
        detector.forget(before: behind)
        own = nil
        previous = nil
        next = nil
        var nearest = Double(reach)
        for onset in detector.onsets.map(\.sample) {
            let distance = (target(of: onset) - Double(centre)).magnitude
            if distance < nearest { (own, nearest) = (onset, distance) }
        }
        for onset in detector.onsets.map(\.sample) where onset != own {
            let isBefore = own.map { onset < $0 } ?? (target(of: onset) < Double(centre))
            if isBefore { previous = onset } else if next == nil { next = onset }
        }
        return true
    }

    /// The source samples on which the frame may be centred. A frame with an attack of its own has just one. Others keep
    /// clear of all attacks; for that they may leave the tolerance, by up to half a frame from the anchor.
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

    /// The window of a frame centred on source sample `place`, with all attacks but its own cut out; `nil` where there is
    /// nothing to cut.
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
        max(trace, min(1, Float(distance) / Float(fade)))
    }
}
