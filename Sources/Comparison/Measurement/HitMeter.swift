internal import TimeStretch

/// How well the hits of audio are kept: whether they are there, once, in their place and as strong.
struct HitMeter {
    private let rendering: MappedRendering
    private let source: PlanarSamples
    private let keepsPitch: Bool

    /// What counts as a hit of the source.
    private static let hit = HitSearch.Criteria(rise: 8, level: -30, distance: 0.04)
    /// What rises in the source, be it too soft for a hit.
    private static let small = HitSearch.Criteria(rise: 3.5, level: -45, distance: 0.006)
    /// What may be a hit of the rendering, where softened ones count, too.
    private static let soft = HitSearch.Criteria(rise: 3.5, level: -50, distance: 0.006)
    /// A hit that lost more than this is missing, in decibels.
    private static let lost = -14.0
    /// How far from its place a hit may be heard, in seconds, unless its neighbours are nearer.
    private static let reach = 0.12
    /// A surplus hit is a double where it rises by this, is not softer than this against the hit it repeats, and is not further
    /// from it than so many seconds.
    private static let (doubleRise, doubleLevel, doubleReach) = (6.0, -12.0, 0.15)
    /// The least distance of two known events that can be told apart, in seconds of target time.
    private static let shortestGap = 0.02

    /// A meter of a rendering and its source.
    ///
    /// - Parameters:
    ///   - rendering: What is measured.
    ///   - source: What it was made of.
    ///   - keepsPitch: Whether its frequencies should be the source's; else they follow the rate.
    init(_ rendering: MappedRendering, to source: PlanarSamples, keepsPitch: Bool) {
        self.rendering = rendering
        self.source = source
        self.keepsPitch = keepsPitch
    }

    /// How much higher than the source's the pitch should be around a source position.
    private func speed(atSource position: Double) -> Double { keepsPitch ? 1 : rendering.map.rate(atSource: position) }

    /// Finds the hits of the source in the rendering.
    ///
    /// - Returns: `nil` where the source has none.
    func found() -> ClipMeasurements.Hits? {
        let sampleRate = Double(rendering.sampleRate)
        let edge = 0.02 * sampleRate
        // Where the rendering should end: in one that is too short, what is behind its end is missing.
        let end = Double(rendering.map.outputLength(sourceLength: Int64(source.frameCount))) - edge
        let played = HitSearch.hits(of: source, [Self.hit, Self.small], sampleRate: rendering.sampleRate)
        let wanted = played[0]
            .map { (hit: $0, place: rendering.position(ofSource: $0.instant)) }
            .filter { edge..<max(edge, end) ~= $0.place - rendering.delay }
        guard !wanted.isEmpty else { return nil }
        let found = HitSearch.hits(of: rendering.samples, [Self.soft], sampleRate: rendering.sampleRate) { sample in
            speed(atSource: rendering.sourcePosition(at: sample))
        }[0]
        var taken: Set<Int> = []
        var errors: [Double] = []
        var levels: [Double] = []
        for (index, (hit, place)) in wanted.enumerated() {
            let neighbours = [index - 1, index + 1].filter(wanted.indices.contains)
                .map { abs(wanted[$0].place - place) }
            let nearest = neighbours.min() ?? .infinity
            let near = min(Self.reach * sampleRate, 0.45 * nearest)
            let candidates = found.indices.filter { candidate in
                let isNear = abs(found[candidate].instant - place) < near
                return isNear && Decibels.power(found[candidate].peak, over: hit.peak) > Self.lost
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
        let small = played[1].map { rendering.position(ofSource: $0.instant) }
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
    ///   - events: Where something is struck in the source, the hits among it.
    ///   - seconds: How far from its place a hit is looked for, in seconds of source time, unless another event is nearer.
    /// - Returns: `nil` where there is none, or where the map puts one too close to another event.
    func known(_ hits: [Int], among events: [Int], within seconds: Double) -> Measurements.KnownHits? {
        guard !hits.isEmpty else { return nil }
        let sampleRate = Double(rendering.sampleRate)
        let gaps = hits.map { hit in
            let place = rendering.position(ofSource: Double(hit))
            return events.filter { $0 != hit }.map { abs(rendering.position(ofSource: Double($0)) - place) }.min()
        }.map { $0 ?? .infinity }
        guard gaps.allSatisfy({ $0 >= Self.shortestGap * sampleRate }) else { return nil }
        var errors: [Double] = []
        var levels: [Double] = []
        for (hit, gap) in zip(hits, gaps) {
            guard
                let right = strongest(of: source, around: Double(hit), reach: seconds * sampleRate, speed: 1)
            else { continue }
            let place = rendering.position(ofSource: right.instant)
            let slowness = 1 / rendering.map.rate(atSource: right.instant)
            let reach = min(seconds * max(slowness, 0.2) * sampleRate, 0.45 * gap)
            let speed = speed(atSource: right.instant)
            guard let heard = strongest(of: rendering.samples, around: place, reach: reach, speed: speed) else {
                continue
            }
            let level = Decibels.power(heard.peak, over: right.peak)
            guard level > Self.lost else { continue }
            levels.append(level)
            errors.append((heard.instant - place) / sampleRate * 1000)
        }
        return .init(
            missing: hits.count - errors.count,
            worstMilliseconds: errors.max { abs($0) < abs($1) },
            lowestLevelDecibels: levels.min()
        )
    }

    /// The greatest energy around a place. The place and the reach are in samples.
    private func strongest(of samples: PlanarSamples, around place: Double, reach: Double, speed: Double) -> HitEnvelope
        .Hit?
    {
        HitEnvelope(
            of: samples,
            over: Int(place - reach)..<Int(place + reach) + 1,
            sampleRate: Double(rendering.sampleRate) / speed
        )
        .strongest()
    }
}
