/// How much the bands of an attack's own frame are raised behind the attack, so that there is as much of each as the map wants.
///
/// The frame shows the source as it is; the map wants each part of the source for longer. What is wanted and what is there are
/// added up over all that the frame is heard of, the rise before the attack among it. The difference is made up for behind it.
/// All powers are those of a frame that is centred so many hops behind the attack, or before it.
struct LevelAccount {
    /// The largest part of the raise that its course alone gives; it is more where that is too little.
    private static let largestStretch: Float = 4
    /// The largest factor of a power on top of that, for what does not die away: 1.5 dB.
    private static let largestLift: Float = 1.4
    /// Beyond its course the raise makes no more of a band than so many times the power that is there in all. At rate 1/4 what is
    /// missing would otherwise be louder than the attack, and heard up to 7 ms behind its place.
    private static let most: Float = 2

    /// The power of each band, hop by hop; that of the attack itself at `start`.
    let levels: [[Float]]
    /// How far from the attack the map is in the source, in hops, so many hops from it in the target.
    let places: [Float]
    /// The part of the output that the frame is, hop by hop as `levels`.
    let shares: [Float]
    let start: Int
    /// The first hop behind the attack that is raised.
    let firstRaised: Int

    /// The factors by which amplitudes are raised.
    ///
    /// - Parameters:
    ///   - lead: So many hops the source is ahead of the map until the raise has set in.
    ///   - ceiling: The largest factor.
    /// - Returns: Those of each band, hop by hop, from the first one on that is raised: 1 or more.
    func gains(lead: Float, ceiling: Float) -> [[Float]] {
        var gains = course(lead: lead, ceiling: ceiling)
        for (band, sums) in sums(with: gains).enumerated() {
            let wanted =
                min(sums.wanted, max(sums.fixed + sums.raised, Self.most * (sums.fixed + sums.given))) - sums.fixed
            let more = sums.raised - sums.given
            // No more than is wanted, unless that is less than there is: nothing is made softer.
            let stretch = max(0, min(Self.largestStretch, (wanted - sums.given) / max(more, .leastNormalMagnitude)))
            let lift = max(1, min(Self.largestLift, wanted / max(sums.given + stretch * more, .leastNormalMagnitude)))
            for index in gains.indices {
                let power = 1 + stretch * (gains[index][band] * gains[index][band] - 1)
                gains[index][band] = min(ceiling, (power * lift).squareRoot())
            }
        }
        return gains
    }

    /// The factors that give each hop the level of its place in the source: the highest of what follows, so that what wavers
    /// is not raised.
    private func course(lead: Float, ceiling: Float) -> [[Float]] {
        var highest = Array(levels[start...])
        for hop in highest.indices.dropLast().reversed() {
            let following = highest[hop + 1]
            for band in following.indices { highest[hop][band] = max(highest[hop][band], following[band]) }
        }
        return highest.indices.dropFirst(firstRaised).map { hop in
            let (first, second, part) = Self.neighbours(of: max(0, places[hop] - lead), in: highest)
            let own = highest[hop]
            return own.indices.map { band in
                let level = first[band] * (1 - part) + second[band] * part
                return min(max(1, (level / (own[band] + .leastNormalMagnitude)).squareRoot()), ceiling)
            }
        }
    }

    /// Powers of one band, summed up over all hops.
    private struct Sums {
        /// What the map wants.
        var wanted: Float = 0
        /// What there is before the band is raised.
        var fixed: Float = 0
        /// What there is from there on, and what that becomes.
        var given: Float = 0
        var raised: Float = 0
    }

    private func sums(with gains: [[Float]]) -> [Sums] {
        var sums = [Sums](repeating: Sums(), count: levels[start].count)
        let (before, behind) = (Array(levels[...start].reversed()), Array(levels[start...]))
        for (index, share) in shares.enumerated() where share > 0 {
            let (hop, own) = (index - start, levels[index])
            let (first, second, part) = Self.neighbours(of: places[abs(hop)], in: hop < 0 ? before : behind)
            for band in sums.indices { sums[band].wanted += share * (first[band] * (1 - part) + second[band] * part) }
            guard hop >= firstRaised else {
                for band in sums.indices { sums[band].fixed += share * own[band] }
                continue
            }
            let gains = gains[hop - firstRaised]
            for band in sums.indices {
                sums[band].given += share * own[band]
                sums[band].raised += share * own[band] * gains[band] * gains[band]
            }
        }
        return sums
    }

    /// The levels at the hops on both sides of a place, and how far it is from the first to the second: 0 to 1.
    private static func neighbours(
        of place: Float,
        in levels: [[Float]]
    ) -> (first: [Float], second: [Float], part: Float) {
        let whole = min(Int(place), levels.count - 1)
        return (levels[whole], levels[min(whole + 1, levels.count - 1)], place - Float(whole))
    }
}
