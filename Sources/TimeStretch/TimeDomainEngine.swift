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
    private var gated: [Float]
    private var search: SimilaritySearch
    private var attacks: AttackPlan?
    private var adder: OverlapAdder
    /// The target sample on which the next frame is centred.
    private var centre: Int64
    /// The source sample on which the last frame was centred.
    private var last: Int64?
    /// The output sample that is wanted next.
    private var position: Int64
    private var ready: PlanarSamples
    private var readyStart = 0

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
        gated = window
        search = try SimilaritySearch(length: hop, places: 2 * Int(tolerance) + 1)
        attacks = settings.keepsAttacks ? try AttackPlan(map: map, sampleRate: sampleRate, reach: Int64(hop)) : nil
        adder = OverlapAdder(channelCount: channelCount, length: 2 * hop)
        ready = PlanarSamples(channelCount: channelCount)
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
        adder.reset()
        ready.removeAll()
        readyStart = 0
        attacks?.restart(at: anchor(of: centre))
    }

    var earliestSourceNeeded: Int64 {
        let wanted = anchor(of: centre) - 4 * Int64(hop) - tolerance
        let template = last ?? wanted
        return min(wanted, template, attacks?.earliestSourceNeeded ?? .max)
    }

    func render(_ count: Int, from source: SourceWindow, into output: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            guard readyStart < ready.frameCount else {
                guard addFrame(from: source) else { return }
                continue
            }
            let taken = min(rest, ready.frameCount - readyStart)
            output.append(ready, from: readyStart, count: taken)
            readyStart += taken
            position += Int64(taken)
            rest -= taken
        }
    }

    /// Adds the next frame and takes what it finishes; `false` where the source is not there yet.
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
        gated = window
        attacks?.gate(&gated, placedAt: place)
        adder.add(gated, from: source, at: place - half)
        last = place
        centre += half

        ready.removeAll()
        adder.advance(hop, into: &ready)
        let start = centre - 2 * half
        readyStart = Int(min(max(position - start, 0), half))
        return true
    }

    /// Where the last frame goes on by itself, if that is allowed; otherwise where the source is most like that.
    private func bestPlace(in allowed: ClosedRange<Int64>, of source: SourceWindow) -> Int64 {
        guard let last, allowed.count > 1 else { return (allowed.lowerBound + allowed.upperBound) / 2 }
        let half = Int64(hop)
        let natural = last + half
        if allowed ~= natural { return natural }
        let places = allowed.lowerBound - half...allowed.upperBound - half
        return half + search.bestPlace(among: places, like: last, length: hop, in: source)
    }

    /// The source sample nearest to the map's position for target sample `m`.
    private func anchor(of m: Int64) -> Int64 {
        let position = map.sourcePosition(at: m)
        return position.fraction < 0.5 ? position.whole : position.whole + 1
    }
}
