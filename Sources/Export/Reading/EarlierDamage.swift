internal import FFmpeg
internal import MediaTime

/// Tells which damage in front of what is wanted reaches it.
///
/// Behind a seek, frames are decoded that are not wanted themselves: what is damaged of them is of no concern, unless frames that are
/// wanted refer to it. That ends at the last packet, at or before the wanted instant, at which decoding could have begun, too. Which one
/// this is, is known when the first packet comes that is presented at that instant or later: until then, damage waits.
struct EarlierDamage: Sendable {
    /// What is presented before this instant (asset time) is not wanted.
    private let wanted: RationalTime
    /// Where frames before it may refer to what was not decoded, and no frame behind it refers to what comes before it.
    private var entry: RationalTime?
    private var search: EntrySearch<RationalTime>
    private var waiting: [Damage] = []
    private var isDecided = false

    /// The damage of a track's frames.
    ///
    /// - Parameters:
    ///   - parameters: The track's codec.
    ///   - wanted: What is presented before this instant (asset time) is not wanted.
    ///   - whole: What is presented before this instant refers to frames that are not decoded; `nil` where that is not known.
    init(_ parameters: CodecParameters, wanted: RationalTime, wholeFrom whole: RationalTime? = nil) {
        (self.wanted, entry) = (wanted, whole)
        search = EntrySearch(parameters, trustsMarks: false)
    }

    /// Takes the next packet, in decoding order.
    ///
    /// - Parameters:
    ///   - packet: The packet.
    ///   - clock: Its track's.
    /// - Returns: The damage that reaches what is wanted.
    mutating func pass(_ packet: borrowing Packet, _ clock: SourceClock) -> [Damage] {
        guard !isDecided, let instant = clock.instant(packet.pts ?? packet.dts) else { return [] }
        if let found = search.add(packet, at: instant), let whole = clock.instant(found.wholeFrom), whole <= wanted {
            entry = max(found.place, entry ?? found.place)
            waiting.removeAll(where: isOfNoConcern)
        }
        return instant < wanted ? [] : decide()
    }

    /// Takes damage as soon as it is known.
    ///
    /// - Parameter damage: The damage.
    /// - Returns: That damage, if it is known to reach what is wanted, or has no time.
    mutating func pass(_ damage: Damage) -> Damage? {
        guard let time = damage.time, time < wanted else { return damage }
        if isOfNoConcern(damage) { return nil }
        if isDecided { return damage }
        if waiting.count < Self.most { waiting.append(damage) }
        return nil
    }

    /// No more packets come.
    ///
    /// - Returns: The damage that reaches the last frame, which may still be shown at the wanted instant.
    mutating func decide() -> [Damage] {
        isDecided = true
        defer { waiting = [] }
        return waiting
    }

    private func isOfNoConcern(_ damage: Damage) -> Bool {
        guard let entry, let time = damage.time else { return false }
        return time < entry
    }

    /// More is not worth to be told.
    private static let most = 50
}
