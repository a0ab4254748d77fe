internal import MediaTime

/// Finds out from what the driver says of each frame which frames are missing.
///
/// Drivers number their frames, and a leap in the numbers is a loss; but cameras also drop frames before the driver
/// sees them, which only shows in the time that went by, and some drivers number badly: the same number twice, two
/// numbers exchanged, all of them anew. So a leap is believed only when enough time has gone by for it, and time decides
/// where the numbers say nothing (``FramePhase``). A number may also come late: what seems lost is reported when some more
/// frames have not disproved it.
struct LossAccount {
    /// What is to be done with a frame.
    enum Verdict: Hashable {
        /// It goes to the file.
        case keep
        /// It is damaged, or cannot be put in order.
        case discard
    }

    /// From one frame to the next, as the camera granted it.
    private let interval: RationalTime
    /// The frame before, with the highest frame number that came lately.
    private var previous: CapturedFrame?
    /// Frame numbers that were skipped lately. A frame with such a number may still come.
    private var missing: [UInt32] = []
    /// How often the driver repeated its last number. A later leap of as many is no loss.
    private var repeats: Int64 = 0
    /// Frames that were discarded because their time was wrong: each fills a gap.
    private var misplaced: Int64 = 0
    /// How its driver counts.
    private var numbering = FrameNumbering()
    /// Frames that were discarded because they have the time of the one before: each fills a gap where there is one after it, or is that
    /// frame once more.
    private var repeated: Int64 = 0
    /// Finds what the numbers do not say.
    private var phase = FramePhase()
    /// Losses that are not certain yet, in order, each with the number of frames since.
    private var pending: [(loss: Loss, age: UInt32)] = []
    /// Frames until now.
    private var count = 0
    /// Whether frames are missing right before the newest one, by the driver's numbers.
    private(set) var followsLeap = false

    /// After this number of frames, a frame number that is missing, or a frame, is not late any more but lost.
    private static let patience: UInt32 = 16

    /// From one frame to the next as the camera delivers them, as far as that is known, in seconds.
    var actualInterval: Double { interval.seconds * phase.pace }
    /// Whether it is known well enough to be told.
    var isIntervalKnown: Bool { count >= 2 * FramePhase.warmUp }

    init(interval: RationalTime) {
        precondition(interval > .zero, "frames take time")
        self.interval = interval
    }

    /// Takes the next frame into account, and reports what is certain by now, in the order in which it happened.
    mutating func take(_ frame: CapturedFrame, report: (Loss) -> Void) -> Verdict {
        for loss in phase.take() { insert(loss) }
        settle(report: report)
        count += 1
        if let previous {
            guard frame.timestamp > previous.timestamp else {
                if frame.timestamp < previous.timestamp { misplaced += 1 } else { repeated += 1 }
                note(frame.sequence, at: previous.timestamp)
                add(frame.loss(.flagged))
                return .discard
            }
            let elapsed = intervals(from: previous, to: frame).exact
            let rise = Int64(Int32(bitPattern: frame.sequence &- previous.sequence))
            if numbering.take(rise: rise, after: elapsed) { forgetNumbers() }
            let leap = leap(to: frame, from: previous)
            followsLeap = leap > 0
            let gap = max(0, Int64(nearest: elapsed / phase.pace) - 1 - max(0, leap))
            phase.add(frame, after: elapsed, numbered: leap + misplaced + min(repeated, gap))
            (misplaced, repeated) = (0, 0)
        } else {
            phase.add(frame, after: 0, numbered: 0)
        }
        note(frame.sequence, at: frame.timestamp)
        if frame.isDamaged { add(frame.loss(.flagged)) }
        return frame.isDamaged ? .discard : .keep
    }

    /// Counts a frame that came and was lost later, in its place among the others.
    mutating func add(_ loss: Loss) { pending.append((loss, 0)) }

    /// Reports all that is left: no more frames come.
    mutating func finish(report: (Loss) -> Void) {
        for loss in phase.take(isLast: true) { insert(loss) }
        for (loss, _) in pending { report(loss) }
        pending.removeAll()
    }

    /// Puts a loss that is certain among the others, in order of time.
    private mutating func insert(_ loss: Loss) {
        let place = pending.firstIndex { $0.loss.timestamp > loss.timestamp } ?? pending.endIndex
        pending.insert((loss, Self.patience), at: place)
    }

    /// Reports the losses that are certain by now.
    private mutating func settle(report: (Loss) -> Void) {
        for index in pending.indices { pending[index].age += 1 }
        guard count >= FramePhase.warmUp else { return }
        let certain = pending.prefix { $0.age > Self.patience }
        for (loss, _) in certain { report(loss) }
        pending.removeFirst(certain.count)
    }

    /// Keeps the higher one of the numbers, unless they were begun anew.
    private mutating func note(_ sequence: UInt32, at timestamp: RationalTime) {
        let behind = previous.map { $0.sequence &- sequence } ?? 0
        previous = CapturedFrame(
            sequence: behind <= Self.patience ? sequence &+ behind : sequence,
            timestamp: timestamp,
            isDamaged: false
        )
    }

    /// The driver counts otherwise than was thought: begins anew, without the losses that its numbers seemed to tell of.
    private mutating func forgetNumbers() {
        pending.removeAll { $0.loss.kind == .sequence }
        missing.removeAll()
        (phase, count, repeats) = (FramePhase(), 0, 0)
    }

    /// How many frames the numbers say are missing before this one.
    private mutating func leap(to frame: CapturedFrame, from previous: CapturedFrame) -> Int64 {
        missing.removeAll { previous.sequence &- $0 > Self.patience }
        if let index = missing.firstIndex(of: frame.sequence) {
            missing.remove(at: index)
            // It was counted, and its successors with it.
            takeBack(.sequence)
            return -1
        }
        let expected = previous.sequence &+ UInt32(numbering.step)
        let step = numbering.missing(Int64(Int32(bitPattern: frame.sequence &- previous.sequence)))
        let leap = step - (step > 0 ? repeats : 0)
        repeats = frame.sequence == previous.sequence ? repeats + 1 : 0
        // As many as fit into the time that went by: a greater leap, or one back, only says that the numbering changed.
        guard leap > 0, leap <= intervals(from: previous, to: frame).atMost else { return 0 }
        for offset in 0..<min(UInt32(leap), Self.patience) {
            missing.append(frame.sequence &- (1 + offset) &* UInt32(numbering.step))
        }
        add(Loss(kind: .sequence, count: leap, timestamp: previous.timestamp, sequence: expected))
        return leap
    }

    /// Makes the last loss of a kind one frame smaller: one that seemed lost was only late.
    private mutating func takeBack(_ kind: Loss.Kind) {
        guard let index = pending.lastIndex(where: { $0.loss.kind == kind }) else { return }
        pending[index].loss.count -= 1
        if pending[index].loss.count == 0 { pending.remove(at: index) }
    }

    /// How many intervals went by between two frames: as near as a `Double` is, and rounded up.
    private func intervals(
        from earlier: CapturedFrame,
        to later: CapturedFrame
    ) -> (exact: Double, atMost: Int64) {
        // Differences in 128 bits: any two timestamps can be compared, however odd the driver's clock is.
        let (a, b) = (earlier.timestamp, later.timestamp)
        let elapsed = Int128(b.value) * Int128(a.timescale) - Int128(a.value) * Int128(b.timescale)
        let scale = Int128(a.timescale) * Int128(b.timescale)
        let (numerator, denominator) = (elapsed * Int128(interval.timescale), scale * Int128(interval.value))
        return (
            min(Self.double(numerator) / Self.double(denominator), Double(Int32.max)),
            Int64(clamping: (numerator + denominator - 1) / denominator)
        )
    }

    /// The standard library's conversion is a hundred times slower, and this is done for each frame.
    private static func double(_ value: Int128) -> Double {
        Double(Int64(truncatingIfNeeded: value >> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: value))
    }
}

extension CapturedFrame {
    /// This frame as a loss.
    func loss(_ kind: Loss.Kind) -> Loss {
        Loss(kind: kind, count: 1, timestamp: timestamp, sequence: sequence)
    }
}
