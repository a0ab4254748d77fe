internal import MediaTime

/// Frames of the source, overlapped in the target: WSOLA (Verhelst & Roelands, ICASSP 1993) that keeps attacks.
///
/// Each frame is wanted at the map's own position for its place, and taken from wherever within a tolerance of that the
/// source goes on most like the frame before; so offsets are bounded and never add up. Plain WSOLA repeats an attack
/// when it slows down and may skip it when it speeds up. Here attacks are found first; the frames over an attack's
/// place in the target are taken from exactly there, and all others keep clear of it.
final class TimeDomainEngine: StretchEngine {
    /// Lengths in seconds.
    struct Settings {
        let frame: Double
        /// How far a frame may lie from the map's position.
        let tolerance: Double
        let keepsAttacks: Bool

        /// Longer tolerances find better fits and lose more to the echo of an attack: 30 ms costs 7 dB.
        static let standard = Settings(frame: 0.030, tolerance: 0.010, keepsAttacks: true)
        /// For previews.
        static let lowLatency = Settings(frame: 0.020, tolerance: 0.008, keepsAttacks: false)
    }

    private let map: SampleMap
    private let hop: Int
    private let tolerance: Int64
    private let window: [Float]
    private var search: SimilaritySearch
    private var attacks: AttackPlan?
    /// The target sample on which the next frame is centred.
    private var centre: Int64
    /// The source sample on which the last frame was centred, and its window where attacks have cut that.
    private var last: Int64?
    private var lastCut: [Float]?
    /// What lies between the last two frames, in the target up to the centre of the last.
    private var joint: FrameJoint?
    /// How much of a joint is the frame's behind, where neither frame is cut.
    private let rise: [Float]
    /// The output sample that is wanted next.
    private var position: Int64

    /// An engine at the map's beginning.
    init(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        settings: Settings = .standard
    ) throws(TimeStretchError) {
        self.map = map
        hop = Int(Double(sampleRate) * settings.frame / 2)
        tolerance = Int64(Double(sampleRate) * settings.tolerance)
        window = hannWindow(2 * hop)
        rise = Array(window[..<hop])
        search = try SimilaritySearch(
            length: hop,
            places: 2 * Int(tolerance) + 1,
            sampleRate: sampleRate,
            channelCount: channelCount
        )
        attacks = settings.keepsAttacks ? try AttackPlan(map: map, sampleRate: sampleRate, reach: Int64(hop)) : nil
        (position, centre) = (0, 0)
        restart(at: map.firstOutput)
    }

    /// How many samples at rate 1 it takes until all frames are the source's own.
    static func settling(sampleRate: Int) -> Int64 { Int64(sampleRate) / 20 }

    func restart(at start: Int64) {
        position = start
        // Frames begin half a frame before the first sample that is wanted.
        centre = start - Int64(hop)
        last = nil
        joint = nil
        attacks?.restart(at: anchor(of: centre))
        search.restart(at: earliestFrame)
    }

    var earliestSourceNeeded: Int64 {
        min(earliestFrame, search.earliestSourceNeeded, attacks?.earliestSourceNeeded ?? .max)
    }

    /// The first source sample of any frame that is still to be added or sounded.
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

    /// Adds the next frame; `false` where the source is not there yet.
    private func addFrame(from source: SourceWindow) -> Bool {
        let anchor = anchor(of: centre)
        let half = Int64(hop)
        guard source.reaches(anchor + tolerance + 2 * half) else { return false }
        if attacks != nil, attacks?.prepare(frameAt: centre, anchor: anchor, in: source) == false { return false }

        // At rate 1 the source goes on best where it is.
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

    /// How much of the joint between the last frame and one whose window is cut, or is not, is the latter's.
    private func weights(behind cut: [Float]?) -> [Float] {
        if cut == nil, lastCut == nil { return rise }
        return FrameJoint.weights(falling: (lastCut ?? window)[hop...], rising: (cut ?? window)[..<hop])
    }

    /// Where the last frame goes on by itself, if that is allowed; otherwise where the source is most like that.
    private func bestPlace(in allowed: ClosedRange<Int64>, of source: SourceWindow) -> Int64 {
        guard let last, allowed.count > 1 else { return (allowed.lowerBound + allowed.upperBound) / 2 }
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
