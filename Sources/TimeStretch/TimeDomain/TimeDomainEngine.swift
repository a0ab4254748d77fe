internal import MediaTime

/// Frames of the source, overlapped in the target: WSOLA (Verhelst & Roelands, ICASSP 1993), with attacks kept.
///
/// Each frame is wanted at the map's own position. It is taken from within a tolerance of that, from the place where the
/// source is most like the continuation of the frame before. So offsets are bounded, and no error grows. Plain WSOLA repeats
/// attacks when it slows down, and may skip them when it speeds up. Here attacks are found first. The frame over an
/// attack's place in the target is taken from exactly where the attack is, and all others keep clear of it.
final class TimeDomainEngine: StretchEngine {
    private let map: SampleMap
    /// Half a frame, in samples: the step from frame to frame in the target.
    private let hop: Int
    /// How far a frame may lie from the map's position, in source samples.
    private let tolerance: Int64
    private let window: [Float]
    private var search: SimilaritySearch
    private var attacks: AttackPlan?
    /// The target sample on which the next frame is centred.
    private var centre: Int64
    /// The source sample on which the last frame was centred; and its window, where attacks were cut out of it.
    private var last: Int64?
    private var lastCut: [Float]?
    /// The hop of the target between the centres of the last two frames.
    private var joint: FrameJoint?
    /// The weights of the later frame in a joint, where neither window is cut.
    private let rise: [Float]
    /// The output sample that is wanted next.
    private var position: Int64

    /// An engine at the map's beginning.
    init(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning.Overlap = .standard,
        onsets: StretchTuning.Onsets = StretchTuning.Onsets(),
        attackFrames: StretchTuning.AttackFrames = StretchTuning.AttackFrames()
    ) throws(TimeStretchError) {
        self.map = map
        hop = Int(Double(sampleRate) * tuning.frame / 2)
        tolerance = Int64(Double(sampleRate) * tuning.tolerance)
        window = hannWindow(2 * hop)
        rise = Array(window[..<hop])
        search = try SimilaritySearch(
            length: hop,
            places: 2 * Int(tolerance) + 1,
            sampleRate: sampleRate,
            channelCount: channelCount,
            tuning: tuning
        )
        attacks =
            tuning.keepsAttacks
            ? try AttackPlan(
                map: map,
                sampleRate: sampleRate,
                reach: Int64(hop),
                tuning: attackFrames,
                onsets: onsets
            ) : nil
        (position, centre) = (0, 0)
        restart(at: map.firstOutput)
    }

    /// How many samples at rate 1 it takes until all frames lie at the map's own position: 50 ms, more than a frame and the
    /// tolerance before and behind it.
    static func settling(sampleRate: Int) -> Int64 { Int64(sampleRate) / 20 }

    func restart(at start: Int64) {
        position = start
        // The first frame is centred half a frame before the first sample that is wanted.
        centre = start - Int64(hop)
        last = nil
        joint = nil
        attacks?.restart(at: anchor(of: centre))
        search.restart(at: earliestFrame)
    }

    var earliestSourceNeeded: Int64 {
        min(earliestFrame, search.earliestSourceNeeded, attacks?.earliestSourceNeeded ?? .max)
    }

    /// The first source sample of all frames that are still to be added or written.
    private var earliestFrame: Int64 {
        let wanted = anchor(of: centre) - 4 * Int64(hop) - tolerance
        return min(wanted, last ?? wanted, joint?.earliestSourceNeeded ?? wanted)
    }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        search.discard(before: earliestFrame)
        search.advance(in: source)
        var rest = count
        while rest > 0 {
            // The last frame's centre is where the joint ends.
            let jointEnd = centre - Int64(hop)
            guard let joint, jointEnd > position else {
                guard addFrame(from: source) else { return }
                continue
            }
            let taken = Int(min(Int64(rest), jointEnd - position))
            let offset = hop - Int(jointEnd - position)
            unsafe output.appendEach(taken) { channel, target in
                unsafe joint.copy(channel: channel, of: source, from: offset, to: target)
            }
            position += Int64(taken)
            rest -= taken
        }
    }

    /// Adds the next frame; `false` where the source does not reach far enough yet.
    private func addFrame(from source: SourceWindow) -> Bool {
        let anchor = anchor(of: centre)
        let half = Int64(hop)
        guard source.reaches(anchor + tolerance + 2 * half) else { return false }
        if attacks != nil, attacks?.prepare(frameAt: centre, anchor: anchor, in: source) == false { return false }

        // At rate 1 the best continuation is the source itself.
        let tolerance = map.piece(atTarget: centre).piece.curve.isUnity ? 0 : tolerance
        let allowed =
            attacks?.places(ofFrameAt: centre, anchor: anchor, tolerance: tolerance)
            ?? anchor - tolerance...anchor + tolerance
        let place = bestPlace(in: allowed, of: source)
        let cut = attacks?.cut(window, placedAt: place)
        joint = last.map { FrameJoint(before: $0, behind: place - half, weights: weights(behind: cut)) }
        last = place
        lastCut = cut
        centre += half
        return true
    }

    /// The weights of the next frame in its joint with the last; `cut` is its window where attacks were cut out of it.
    private func weights(behind cut: [Float]?) -> [Float] {
        if cut == nil, lastCut == nil { return rise }
        return FrameJoint.weights(falling: (lastCut ?? window)[hop...], rising: (cut ?? window)[..<hop])
    }

    /// The source sample to centre the next frame on: the continuation of the last frame where that is allowed, otherwise
    /// the place where the source is most like it. Before the source begins there is nothing to be continued: its first sample has its
    /// own place.
    private func bestPlace(in allowed: ClosedRange<Int64>, of source: SourceWindow) -> Int64 {
        guard let last, last >= 0, allowed.count > 1 else { return (allowed.lowerBound + allowed.upperBound) / 2 }
        let half = Int64(hop)
        let natural = last + half
        if allowed ~= natural { return natural }
        let places = allowed.lowerBound - half...allowed.upperBound - half
        return half + search.bestPlace(among: places, like: last, in: source)
    }

    /// The source sample nearest to the map's position for target sample `m`.
    private func anchor(of m: Int64) -> Int64 {
        let position = map.sourcePosition(at: m)
        return position.fraction < 0.5 ? position.whole : position.whole + 1
    }
}
