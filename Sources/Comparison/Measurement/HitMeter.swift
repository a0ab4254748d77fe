internal import TimeStretch

/// How well the hits of audio are kept: whether they are there, once, in their place and as strong.
struct HitMeter {
    private let rendering: MappedRendering
    private let played: HitEnvelope
    private let shown: HitEnvelope
    /// In samples.
    private let sourceLength: Int

    /// What counts as a hit of the source: its rise, its level under the strongest, and the distance of two, in seconds.
    private static let (rise, level, distance) = (8.0, -30.0, 0.04)
    /// What may be a hit of the rendering, where softened ones count, too.
    private static let (softRise, softLevel, softDistance) = (3.5, -50.0, 0.006)
    /// A hit that lost more than this is missing, in decibels.
    private static let lost = -14.0
    /// How far from its place a hit may be heard, in seconds, unless its neighbours are nearer.
    private static let reach = 0.12
    /// A surplus hit is a double where it rises by this, is not softer than this against the hit it repeats, and is not further
    /// from it than so many seconds.
    private static let (doubleRise, doubleLevel, doubleReach) = (6.0, -12.0, 0.15)

    /// A meter of a rendering and its source.
    init(_ rendering: MappedRendering, to source: PlanarSamples) {
        self.rendering = rendering
        sourceLength = source.frameCount
        played = HitEnvelope(of: source, sampleRate: rendering.sampleRate)
        shown = HitEnvelope(of: rendering.samples, sampleRate: rendering.sampleRate)
    }

    /// Finds the hits of the source in the rendering.
    ///
    /// - Returns: `nil` where the source has none.
    func found() -> ClipMeasurements.Hits? {
        let sampleRate = Double(rendering.sampleRate)
        let edge = 0.02 * sampleRate
        // Where the rendering should end: in one that is too short, what is behind its end is missing.
        let end = Double(rendering.map.outputLength(sourceLength: Int64(sourceLength))) - edge
        let wanted = played.hits(rising: Self.rise, above: Self.level, apart: Self.distance)
            .map { (hit: $0, place: rendering.position(ofSource: $0.instant)) }
            .filter { edge..<max(edge, end) ~= $0.place }
        guard !wanted.isEmpty else { return nil }
        let found = shown.hits(rising: Self.softRise, above: Self.softLevel, apart: Self.softDistance)
        var taken: Set<Int> = []
        var errors: [Double] = []
        var levels: [Double] = []
        for (index, (hit, place)) in wanted.enumerated() {
            let neighbours = [index - 1, index + 1].filter(wanted.indices.contains)
                .map { abs(wanted[$0].place - place) }
            let near = min(Self.reach * sampleRate, 0.45 * (neighbours.min() ?? .infinity))
            let candidates = found.indices.filter {
                abs(found[$0].instant - place) < near && Decibels.power(found[$0].peak, over: hit.peak) > Self.lost
            }
            // Of several, those that rise like a hit; of these the nearest.
            let sharpest = candidates.map { found[$0].rise }.max() ?? 0
            let sharp = candidates.filter { found[$0].rise > sharpest - 6 }
            guard let best = sharp.min(by: { abs(found[$0].instant - place) < abs(found[$1].instant - place) })
            else { continue }
            taken.insert(best)
            errors.append((found[best].instant - place) / sampleRate * 1000)
            levels.append(Decibels.power(found[best].peak, over: hit.peak))
        }
        // A rise of the source that is too soft for a hit is no double either.
        let small = played.hits(rising: Self.softRise, above: -45, apart: Self.softDistance)
            .map { rendering.position(ofSource: $0.instant) }
        let doubled = found.indices.filter { index in
            let hit = found[index]
            guard !taken.contains(index), hit.rise >= Self.doubleRise else { return false }
            let near = wanted.filter { abs($0.place - hit.instant) < Self.doubleReach * sampleRate }.map(\.hit.peak)
            guard let strongest = near.max(), Decibels.power(hit.peak, over: strongest) > Self.doubleLevel else {
                return false
            }
            return !small.contains { abs($0 - hit.instant) < 0.016 * sampleRate }
        }
        levels.sort()
        return .init(
            expected: wanted.count,
            missing: wanted.count - errors.count,
            doubled: doubled.count,
            meanMilliseconds: errors.isEmpty ? nil : errors.reduce(0) { $0 + abs($1) } / Double(errors.count),
            worstMilliseconds: errors.max { abs($0) < abs($1) },
            levelDecibels: levels.isEmpty ? nil : levels[levels.count / 2]
        )
    }

    /// Hits whose places are known.
    ///
    /// - Parameters:
    ///   - hits: Where they are in the source, in samples.
    ///   - seconds: How far from its place a hit is looked for, in seconds of source time.
    /// - Returns: `nil` where there is none.
    func known(_ hits: [Int], within seconds: Double) -> Measurements.KnownHits? {
        guard !hits.isEmpty else { return nil }
        var errors: [Double] = []
        var levels: [Double] = []
        for hit in hits {
            guard let right = played.hit(around: Double(hit), within: seconds) else { continue }
            let place = rendering.position(ofSource: right.instant)
            let slowness = 1 / rendering.map.rate(atSource: right.instant)
            guard let heard = shown.hit(around: place, within: seconds * max(slowness, 0.2)) else { continue }
            let level = Decibels.power(heard.peak, over: right.peak)
            guard level > Self.lost else { continue }
            levels.append(level)
            errors.append((heard.instant - place) / Double(rendering.sampleRate) * 1000)
        }
        return .init(
            missing: hits.count - errors.count,
            worstMilliseconds: errors.max { abs($0) < abs($1) },
            lowestLevelDecibels: levels.min()
        )
    }
}
