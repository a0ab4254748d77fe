internal import MediaTime

/// What a track is to present, in target time: by the plan, the map of time and the source's timestamps. Nothing of it is
/// read from the output.
struct Presentation: Hashable, Sendable {
    /// How many frames are shown. Of audio: packets.
    var shown: Int64 = 0
    /// How many packets are unseen among them: the container presents them, and a decoder shows nothing of them. They are there for others, or
    /// say that nothing changes. Those outside of what the container presents are counted nowhere.
    var unseen: Int64 = 0
    /// How many of these come before the in point or after the out point.
    var unseenOutside: Int64 = 0
    /// How many of those that are shown are encoded, where others are copied.
    var encoded: Int64 = 0
    /// How many of these there are in each stretch that is encoded, in the order of the output.
    var encodedStretches: [Int64] = []
    /// How many of those that are shown come before the in point, where the container cannot hide them.
    var leadIn: Int64 = 0
    /// How many of those that are shown come after the out point, where the container cannot hide them.
    var leadOut: Int64 = 0
    /// How many are in the file that come before the in point, because others refer to them, and that an edit list hides. Without it they would
    /// be shown.
    var hiddenBefore: Int64 = 0
    /// How many are in the file that come after the out point, because others refer to them, and that an edit list hides. Without it they would
    /// be shown.
    var hiddenAfter: Int64 = 0
    /// When the first that is shown begins; `nil` where nothing is shown.
    private(set) var first: RationalTime?
    /// When the last that is shown begins; `nil` where nothing is shown.
    private(set) var last: RationalTime?
    /// When the last that is shown ends; `nil` where nothing is shown.
    private(set) var end: RationalTime?
    /// What steadying has cost; `nil` where frames are not steadied.
    var steadied: SteadyFrames?
    /// Of audio that is encoded: what is beyond full scale; `nil` where nothing is.
    var clipping: AudioClipping?
    /// What was made between frames of the source; `nil` where nothing is.
    var made: MadeFrames?
    /// What shows the same frame as the place before, where frames are chosen for a constant rate.
    var again = ShownAgain()
    /// Of copied frames: those that are shown later than their timestamps say.
    var moved = MovedFrames()
    /// Of encoded frames of numbered images: those that are unlike the first.
    var unlike = UnlikeFrames()
    /// Of audio that is encoded: the instant of its first packet, in the output's ticks. Encoders begin with some samples of their own.
    var encodedBeginning: Int64?
    /// Of copied frames: their packets, in the output's ticks.
    var copied = CopiedInstants()

    /// How many the container presents, be they seen or not.
    var presented: Int64 { shown + unseen }

    /// How many of those lie between the in point and the out point.
    var presentedInside: Int64 { presented - leadIn - leadOut - unseenOutside }

    /// The instant of the packet that is written first, in the output's ticks; `nil` where that is not known.
    var beginning: Int64? { encodedBeginning ?? copied.beginning }

    /// The presentation goes on for at least this range.
    mutating func extend(from start: RationalTime, lastBegins: RationalTime, to end: RationalTime) {
        first = min(first ?? start, start)
        last = max(last ?? lastBegins, lastBegins)
        self.end = max(self.end ?? end, end)
    }

    /// What goes on beyond an instant is cut off there.
    mutating func cut(at instant: RationalTime) { end = end.map { min($0, instant) } }
}

/// The instants of copied packets, and which of them are key frames.
struct CopiedInstants: Hashable, Sendable {
    /// The instants of those that are shown, in the output's ticks.
    private(set) var hash = InstantHash()
    /// The earliest of them.
    private(set) var first: Int64?
    /// The latest of them.
    private(set) var last: Int64?
    /// The instant of the packet that is written first, shown or not, in the output's ticks.
    private(set) var beginning: Int64?
    /// Whether every packet has an instant.
    private(set) var isComplete = true
    /// How many packets are marked as key frames, shown or not.
    var keyFrames: Int64 = 0
    /// How many of these are none by the bitstream.
    var falseKeyFrames: Int64 = 0

    /// Takes a packet that is shown.
    mutating func add(_ ticks: Int64?) {
        guard let ticks else {
            isComplete = false
            return
        }
        hash.add(ticks)
        first = min(first ?? ticks, ticks)
        last = max(last ?? ticks, ticks)
    }

    /// Takes a packet, shown or not.
    mutating func begin(at ticks: Int64?) { beginning = beginning ?? ticks }

    /// Takes those of another part of the track.
    mutating func add(_ other: CopiedInstants) {
        beginning = beginning ?? other.beginning
        hash.add(other.hash)
        first = [first, other.first].compactMap { $0 }.min()
        last = [last, other.last].compactMap { $0 }.max()
        isComplete = isComplete && other.isComplete
        keyFrames += other.keyFrames
        falseKeyFrames += other.falseKeyFrames
    }
}
