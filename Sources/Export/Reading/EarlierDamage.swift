internal import FFmpeg
internal import MediaTime

/// Tells which damage in front of what is wanted reaches it.
///
/// Behind a seek, frames are decoded that are not wanted themselves: what is damaged of them is of no concern, unless frames that are
/// wanted refer to it. That ends at the last packet, at or before the wanted instant, at which decoding could have begun, too. Which one
/// this is, is known when the first packet comes that is presented at that instant or later: until then, damage waits.
///
/// While H.264 is refreshed bit by bit, what is damaged cannot be told from what refers to frames that were not decoded: it is not told.
struct EarlierDamage: Sendable {
    /// How much in front of what is wanted is told.
    enum Reach: Sendable {
        /// What wanted frames refer to. Of audio, that is the packet that lasts into what is wanted.
        case referredTo
        /// All: each packet is decoded with what all before it have left.
        case all
        /// Nothing, and nothing behind it: frames are only looked at.
        case none
    }

    /// What is presented before this instant (asset time) is not wanted.
    private let wanted: RationalTime
    private let reach: Reach
    /// Where frames before it may refer to what was not decoded, and no frame behind it refers to what comes before it.
    private var entry: RationalTime?
    private var search: EntrySearch<RationalTime>
    private let references: FrameReferences
    /// When frames are presented that no other refers to.
    private var disposable: Set<RationalTime> = []
    /// The last frame that begins before what is wanted, and is still shown there.
    private var shown: RationalTime?
    private var waiting: [Damage] = []
    private var isDecided = false

    /// The damage of a track's frames.
    ///
    /// - Parameters:
    ///   - parameters: The track's codec.
    ///   - wanted: What is presented before this instant (asset time) is not wanted.
    ///   - whole: What is presented before this instant refers to frames that are not decoded; `nil` where that is not known.
    ///   - reach: How much in front of that is told.
    init(
        _ parameters: CodecParameters,
        wanted: RationalTime,
        wholeFrom whole: RationalTime? = nil,
        telling reach: Reach = .referredTo
    ) {
        (self.wanted, self.reach, entry) = (wanted, reach, whole)
        search = EntrySearch(parameters, trustsMarks: false)
        references = FrameReferences(parameters)
    }

    /// Takes the next packet, in decoding order.
    ///
    /// - Parameters:
    ///   - packet: The packet.
    ///   - clock: Its track's.
    /// - Returns: The damage that reaches what is wanted.
    mutating func pass(_ packet: borrowing Packet, _ clock: SourceClock) -> [Damage] {
        guard !isDecided, let instant = clock.instant(packet.pts ?? packet.dts) else { return [] }
        if reach == .referredTo, let found = search.add(packet, at: instant),
            let whole = clock.instant(found.wholeFrom), whole <= wanted
        {
            entry = max(found.place, entry ?? found.place)
            waiting.removeAll(where: isOfNoConcern)
            disposable.removeAll()
        }
        guard instant < wanted else { return decide() }
        shown = max(shown ?? instant, instant)
        if references.isDisposable(packet) { disposable.insert(instant) }
        return []
    }

    /// Takes damage as soon as it is known.
    ///
    /// - Parameter damage: The damage.
    /// - Returns: That damage, if it is known to reach what is wanted, or has no time.
    mutating func pass(_ damage: Damage) -> Damage? {
        if reach == .none { return nil }
        guard let time = damage.time, time < wanted else { return damage }
        if isOfNoConcern(damage) { return nil }
        if isDecided { return isPassedOver(damage) ? nil : damage }
        if waiting.count == Self.most { waiting.removeFirst() }
        waiting.append(damage)
        return nil
    }

    /// No more packets come that are presented before what is wanted.
    ///
    /// - Returns: The damage that reaches what is wanted: also that of the last frame, which may still be shown there.
    mutating func decide() -> [Damage] {
        isDecided = true
        defer { waiting = [] }
        return waiting.filter { !isPassedOver($0) }
    }

    private func isOfNoConcern(_ damage: Damage) -> Bool {
        guard let entry, let time = damage.time else { return false }
        return time < entry
    }

    /// Whether it is of a frame that no other refers to, and that is over.
    private func isPassedOver(_ damage: Damage) -> Bool {
        damage.time.map { $0 != shown && disposable.contains($0) } ?? false
    }

    /// More is not worth to be told: the latest is.
    private static let most = 50
}
