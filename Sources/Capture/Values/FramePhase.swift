/// Finds frames that are missing by time alone.
///
/// A frame may be late, but what follows is not late for that reason; a lost frame sets all that follow back by an interval.
/// So the earliest of some frames after a point is compared with the earliest of as many before it, each by its place in an
/// even sequence; where timestamps scatter, the middle of many more. The sequence has the rate that the camera really has, which
/// is not always the one that it granted: a camera that is slow, or halves its rate in the dark, loses nothing by that. Where the
/// rate becomes another (``FrameLateness``), what came before is taken as if it had come at the new one, and the sequence goes on.
struct FramePhase {
    /// The newest frames.
    private var ticks: [FrameTick] = []
    /// Frames that were found missing before each of them, all together.
    private var lost: [Int64] = []
    /// Which of them is to be looked at next.
    private var next = 1
    private var count = 0
    private var rhythm = FrameRhythm()
    /// Where the block of frames begins that the next one is compared with, where timestamps scatter.
    private var reference: Int?

    /// Frames on each side of a point that are compared.
    private static let window = 16
    /// Frames of a block, where timestamps scatter.
    private static let block = 128
    /// From here on a block is later for a loss, in intervals.
    private static let certain = 0.75
    /// From here on the frames from a point on are later for a loss, in intervals.
    private static let late = 0.5
    /// A loss may be placed so many frames later where it shows more clearly.
    private static let lookAhead = 2
    /// By how much it does then, in intervals.
    private static let clearer = 0.2
    /// After so many frames of being late the camera is not catching up any more.
    private static let longestStall = 128
    /// Frames after which the camera's rhythm is known; nothing is certain before.
    static let warmUp = 64
    /// Frames that are kept at least: those that the rhythm is taken from.
    private static let memory = 1024
    /// Frames from a point on that show whether the camera has another rate there.
    private static let course = 32
    /// So many frames before a point tell what is usual: frames that are earlier than all of them, each by its place, do not catch up after
    /// a stall, and the last few of all are not late for a loss where as many in a row were as late.
    private static let past = 128

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - frame: what the driver says of it.
    ///   - elapsed: since the frame before, in intervals that the camera granted.
    ///   - numbered: frames that are missing between both, as is known otherwise; negative where one was counted that came.
    mutating func add(_ frame: CapturedFrame, after elapsed: Double, numbered: Int64) {
        if numbered < 0 { takeBack(-numbered) }
        let (place, before) = (ticks.last, lost.last ?? 0)
        ticks.append(
            FrameTick(
                position: place.map { $0.position + elapsed } ?? 0,
                index: ticks.last.map { $0.index + 1 + max(0, numbered) } ?? 0,
                frame: frame
            )
        )
        lost.append(before)
        count += 1
        if FrameRhythm.isDue(after: count) { rhythm.measure(ticks, lost) }
        let surplus = ticks.count - Self.memory
        if surplus >= Self.memory, min(next, reference ?? next) > surplus + Self.longestStall {
            ticks.removeFirst(surplus)
            lost.removeFirst(surplus)
            next -= surplus
            reference = reference.map { $0 - surplus }
        }
    }

    /// Frames that were missing by their numbers have come late: those since then are so many places earlier.
    private mutating func takeBack(_ missing: Int64) {
        let leap = ticks.indices.dropFirst().last { ticks[$0].index - ticks[$0 - 1].index > missing }
        guard let leap else { return }
        for place in leap..<ticks.count { ticks[place].index -= missing }
    }

    /// The camera's interval, as a part of the one that it granted, as far as it is known.
    var pace: Double { rhythm.pace }

    /// The losses that are certain by now, or with `isLast` all that there are.
    mutating func take(isLast: Bool = false) -> [Loss] {
        if isLast, count < Self.warmUp { rhythm.measure(ticks, lost) }
        if rhythm.isUneven { return takeBlocks() }
        reference = nil
        guard isLast || count >= Self.warmUp else { return [] }
        var losses: [Loss] = []
        while next < ticks.count, isLast || next + Self.window + Self.lookAhead < ticks.count {
            if mayBeLate(at: next) {
                guard let shift = shift(at: next, isLast: isLast) else { break }
                if shift > Self.late {
                    guard let course = course(from: next, isLast: isLast) else { break }
                    if let ratio = course.slower {
                        turn(at: next, ratio)
                        next += 1
                        continue
                    }
                }
                let later = (1...Self.lookAhead).compactMap { self.shift(at: next + $0, isLast: isLast) }
                // Where it shows more clearly a little later, it is there.
                if shift > Self.late, later.allSatisfy({ $0 < shift + Self.clearer }) {
                    losses.append(lose(Int64(shift.rounded()), at: next))
                }
            } else if isEarliest(next) {
                guard let course = course(from: next, isLast: isLast) else { break }
                if isEarly(from: next), let ratio = course.faster { turn(at: next, ratio) }
            }
            next += 1
        }
        return losses
    }

    /// The same where timestamps scatter: whole blocks of frames are compared by their middle.
    private mutating func takeBlocks() -> [Loss] {
        var losses: [Loss] = []
        while count >= FrameRhythm.longRun, next + Self.block <= ticks.count {
            defer { next += Self.block }
            guard let reference else {
                self.reference = next
                continue
            }
            let shift = middle(of: next) - middle(of: reference)
            if shift >= Self.certain {
                let newest = course(from: next + Self.block / 2, count: Self.block / 2)
                if let ratio = newest.slowerInTheMiddle {
                    turn(at: next, ratio)
                    self.reference = nil
                    continue
                }
                let place = (reference + 1..<next + Self.block).max { gap(before: $0) < gap(before: $1) }
                losses.append(lose(Int64(shift.rounded()), at: place ?? next))
            }
            // Between both it may have begun within the block: the next one tells.
            if shift < 0.5 || shift >= Self.certain { self.reference = next }
        }
        return losses
    }

    private mutating func lose(_ missing: Int64, at place: Int) -> Loss {
        for later in place..<lost.count { lost[later] += missing }
        let (before, frame) = (ticks[place - 1].frame, ticks[place].frame)
        return Loss(kind: .time, count: missing, timestamp: before.timestamp, sequence: frame.sequence)
    }

    /// From a frame on the camera has another rate, whose interval is that part of the one before. Those before it are moved to where
    /// they would be at the new rate, so that all are an even sequence again.
    private mutating func turn(at place: Int, _ ratio: Double) {
        guard ratio > 0 else { return }
        rhythm.turn(ratio)
        let here = ticks[place].position
        for earlier in 0..<place { ticks[earlier].position = here - (here - ticks[earlier].position) * ratio }
        // The turn came some frames sooner than it showed: what these were late is no loss.
        let before =
            (max(0, place - Self.window)..<place).map { lateness($0, since: place) }.sorted().prefix(2).last ?? 0
        let after = (place..<min(place + Self.window, ticks.count)).map { lateness($0, since: place) }.min() ?? 0
        for earlier in 0..<place { ticks[earlier].position += (after - before) * rhythm.pace }
    }

    /// How late the frames from one on are; `nil` where it is to be waited for more of them.
    private func course(from place: Int, isLast: Bool) -> FrameLateness? {
        let count = min(Self.course, ticks.count - place)
        return count == Self.course || isLast ? course(from: place, count: count) : nil
    }

    private func course(from place: Int, count: Int) -> FrameLateness {
        FrameLateness((place..<place + count).map { lateness($0, since: place) })
    }

    /// Whether a frame is earlier than all for a long while before it. For nearly every frame two or three comparisons tell that it
    /// is not.
    private func isEarliest(_ place: Int) -> Bool {
        var before = place - 1
        while before >= max(0, place - Self.past) {
            if lateness(before, since: place) <= 0 { return false }
            before -= 1
        }
        return true
    }

    /// Whether the frames after one go on to be earlier than all before it: at a higher rate they do, but not where a camera catches
    /// up after a stall.
    private func isEarly(from place: Int) -> Bool {
        let earliest = (max(0, place - Self.past)..<place).map { lateness($0, since: place) }.min() ?? 0
        let end = min(place + Self.course, ticks.count)
        return ((place + end) / 2..<end).allSatisfy { lateness($0, since: place) < earliest - Self.late }
    }

    /// Whether ``shift(at:isLast:)`` can be that of a loss. Nearly always it cannot, and this is asked for every frame on the
    /// thread that takes them: without arrays, it takes little time also where nothing is optimised.
    private func mayBeLate(at place: Int) -> Bool {
        var (least, second) = (Double.infinity, Double.infinity)
        var before = max(0, place - Self.window)
        while before < place {
            let lateness = lateness(before, since: place)
            if lateness < least { (least, second) = (lateness, least) } else if lateness < second { second = lateness }
            before += 1
        }
        let earliest = second.isFinite ? second : least
        var after = place
        while after < min(place + Self.window, ticks.count) {
            if lateness(after, since: place) <= earliest + Self.late { return false }
            after += 1
        }
        return true
    }

    /// By how many intervals the earliest of some frames from one on is later than the earliest but one before it; `nil` where
    /// that is not certain yet.
    private func shift(at place: Int, isLast: Bool) -> Double? {
        guard place < ticks.count else { return nil }
        let before = (max(0, place - Self.window)..<place).map { lateness($0, since: place) }
        var end = min(place + Self.window, ticks.count)
        var after = (place..<end).map { lateness($0, since: place) }
        let half = Self.window / 2
        // A camera that catches up delivers one frame after the other faster than it takes them.
        while let least = after.dropLast(half).min(), let newest = after.suffix(half).min(), newest < least - 0.5,
            after.count < Self.longestStall
        {
            guard end < ticks.count else {
                if isLast { break }
                return nil
            }
            after.append(lateness(end, since: place))
            end += 1
        }
        // A single frame before it that is too early says nothing.
        let earliest = before.sorted().prefix(2).last ?? 0
        let shift = (after.min() ?? 0) - earliest
        // The last few frames may all be late without a loss, where as many in a row were before.
        guard after.count < Self.window else { return shift }
        let past = (max(0, place - Self.past)..<place).map { lateness($0, since: place) }
        let usual = past.indices.dropLast(after.count - 1).map { past[$0..<$0 + after.count].min() ?? 0 }.max()
        return shift - max(0, (usual ?? earliest) - earliest) > Self.late ? shift : min(shift, 0)
    }

    /// How late the frames of a block are, by their median.
    private func middle(of block: Int) -> Double {
        let sorted = (block..<block + Self.block).map { lateness($0, since: next) }.sorted()
        return sorted[sorted.count / 2]
    }

    private func gap(before place: Int) -> Double { lateness(place, since: place - 1) }

    /// How late a frame is by its place in an even sequence, in intervals, against another one.
    private func lateness(_ place: Int, since origin: Int) -> Double {
        let (tick, other) = (ticks[place], ticks[origin])
        let due = tick.index - other.index + lost[place] - lost[origin]
        return (tick.position - other.position) / rhythm.pace - Double(due)
    }
}

/// A frame that came.
struct FrameTick {
    /// When, in intervals that the camera granted, since the first frame.
    var position: Double
    /// Its number in an even sequence: frames that are missing by their numbers have one, too.
    var index: Int64
    let frame: CapturedFrame
}
