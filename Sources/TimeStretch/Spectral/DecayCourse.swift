internal import Glibc

/// By how much each band is to be raised where the map is faster than rate 1, so that what is struck dies away as slowly as in the
/// source.
///
/// Behind an attack the level of a band falls by as much in a second of the target as in a second of the source: so many samples
/// behind the attack it has the level that the source has as many samples behind it. What does not fall stays as it is. A
/// struck sound is loudest at its beginning, falls at once, and later no faster. So no more is made up for than what the band has fallen by
/// since its beginning suggests, nor than it goes on falling by at first: the end of a voice's sound or of a held tone is not filled.
///
/// An attack's own frame is the source as it is, so what it is of the output has that level already: only the rest is raised.
struct DecayCourse {
    /// The source is looked at no farther back than this, in seconds.
    private static let longestLag = 0.25
    /// So long before the next attack the source is looked at for its level, in seconds.
    private static let clear = 0.012
    /// What is struck is loudest within this time behind its attack, in seconds of the source.
    private static let beginning = 0.03
    /// How many times as much as in its first half a band may fall in all of the part that the map is ahead.
    private static let steadiness: Float = 2.4
    /// The shortest time that a fall is taken over, in seconds.
    private static let shortestFall = 0.002
    /// Gains are less than this beside 1: nothing is changed.
    private static let least: Float = 1.005

    /// What is raised behind an attack.
    struct Raise {
        /// The target sample of the attack.
        let attack: Int64
        /// The factors of the amplitude of each band; `nil` where all are 1.
        let gains: [Float]?
    }

    private struct Attack {
        let source: Double
        let target: Double
        let isStruck: Bool
    }

    private let map: SampleMap
    private let tuning: StretchTuning.Locking
    private let sampleRate: Double
    /// By rising index.
    private var attacks: [Attack] = []
    /// The highest level of each band at the beginning of what the first attack struck, up to a source position.
    private var peaks: [Float]
    private var peaksEnd = 0.0
    /// The levels of the source as far behind the attack as the target is, where the map is, and half way between.
    private var (slow, fast, half): ([Float], [Float], [Float])
    /// The part of the output that attacks' own frames are, 0 to 1, from a target sample on.
    private var shares: [Float] = []
    private var sharesStart: Int64 = 0
    /// The factors of the amplitude of each band, of which a raise is made.
    private var gains: [Float]

    init(map: SampleMap, bandCount: Int, sampleRate: Int, tuning: StretchTuning.Locking) {
        self.map = map
        self.tuning = tuning
        self.sampleRate = Double(sampleRate)
        peaks = Array(repeating: 0, count: bandCount)
        (slow, fast, half, gains) = (peaks, peaks, peaks, peaks)
    }

    /// Forgets all attacks. The beginning of the source counts as one.
    mutating func restart() {
        attacks.removeAll()
        shares.removeAll()
        add(attackAt: 0, isStruck: true)
    }

    /// Takes in an attack of the source, and whether it strikes something, which dies away by itself: a voice ends as fast as it speaks.
    /// Attacks come by rising index.
    mutating func add(attackAt source: Int64, isStruck: Bool) {
        let target = map.targetPosition(ofSource: Double(source))
        attacks.append(Attack(source: Double(source), target: target, isStruck: isStruck))
        if attacks.count == 1 { peaksEnd = Double(source) }
    }

    /// Takes in which part of the output attacks' own frames are, 0 to 1, from a target sample on: the one behind those taken in before.
    mutating func add(shares more: [Float], from start: Int64) {
        if shares.isEmpty { sharesStart = start }
        shares += more
    }

    /// The part of the output at a target sample that attacks' own frames are. What lies before it is forgotten.
    private mutating func share(at target: Int64) -> Float {
        let spent = min(max(0, Int(target - sharesStart)), shares.count)
        shares.removeFirst(spent)
        sharesStart += Int64(spent)
        return shares.first ?? 0
    }

    /// What is raised at a target sample; `nil` behind no attack. Samples come by rising index.
    mutating func raise(at target: Int64, of levels: inout BandLevels?) -> Raise? {
        while attacks.count > 1, attacks[1].target <= Double(target) {
            attacks.removeFirst()
            peaksEnd = attacks[0].source
            for band in peaks.indices { peaks[band] = 0 }
        }
        let share = share(at: target)
        let position = map.sourcePosition(at: target)
        let place = Double(position.whole) + position.fraction
        let earliest = place - Self.longestLag * sampleRate
        levels?.forget(before: earliest)
        peaksEnd = max(peaksEnd, earliest)
        guard let attack = attacks.first, attack.isStruck, attack.target <= Double(target) else { return nil }
        let none = Raise(attack: Int64(attack.target), gains: nil)
        guard position.rate > 1 else { return none }
        let end: (source: Double, target: Double) =
            attacks.count > 1 ? (attacks[1].source, attacks[1].target) : (.infinity, .infinity)
        let wanted = max(attack.source + Double(target) - attack.target, earliest)
        let source = min(wanted, end.source - Self.clear * sampleRate)
        guard source > attack.source, source < place, let track = levels else { return none }
        raisePeaks(to: min(source, attack.source + Self.beginning * sampleRate), of: track)
        track.write(at: source, to: &slow)
        track.write(at: (source + place) / 2, to: &half)
        track.write(at: place, to: &fast)
        let near = Float((end.target - Double(target)) / (tuning.decayTaper * sampleRate))
        let steps = Float((place - source) / max(source - attack.source, Self.shortestFall * sampleRate))
        var isRaised = false
        for band in gains.indices {
            // Both are unlike: their powers add up.
            let own = share * share * slow[band] + (1 - share) * (1 - share) * fast[band]
            let fall = 0.5 * tuning.decayShare * log(slow[band] / own)
            let most = 0.5 * tuning.decayFall * steps * log(max(1, peaks[band] / slow[band]))
            let steady = 0.5 * Self.steadiness * log(max(1, slow[band] / half[band]))
            gains[band] = exp(min(max(0, min(fall, most, steady)), log(tuning.strongestTail)) * min(1, near))
            if gains[band] > Self.least { isRaised = true }
        }
        return isRaised ? Raise(attack: none.attack, gains: gains) : none
    }

    private mutating func raisePeaks(to source: Double, of levels: BandLevels) {
        let step = 0.0027 * sampleRate
        while peaksEnd < source {
            levels.write(at: peaksEnd, to: &slow)
            for band in peaks.indices { peaks[band] = max(peaks[band], slow[band]) }
            peaksEnd += step
        }
    }
}
