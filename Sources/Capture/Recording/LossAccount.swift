internal import MediaTime

/// Finds out from what the driver says of each picture which pictures are missing.
///
/// Drivers number their pictures, and a leap in the numbers is a loss; but cameras also drop pictures before the driver
/// sees them, which only shows in the time that went by, and some drivers number badly: the same number twice, two
/// numbers exchanged, all of them anew. So a leap is believed only when enough time has gone by for it, and time decides
/// where the numbers say nothing.
struct LossAccount {
    /// What is to be done with a picture.
    enum Verdict: Hashable {
        /// It goes to the file.
        case keep
        /// It is damaged, or cannot be put in order.
        case discard
    }

    /// From one picture to the next, as the camera granted it.
    private let interval: RationalTime
    private var previous: CapturedFrame?
    /// Numbers that were passed over not long ago, and might only be late.
    private var missing: [UInt32] = []

    /// A number is late by a few pictures, or lost.
    private static let patience: UInt32 = 16

    init(interval: RationalTime) {
        precondition(interval > .zero, "pictures take time")
        self.interval = interval
    }

    /// Takes the next picture into account. The losses are reported in the order in which they happened.
    mutating func take(_ frame: CapturedFrame, report: (Loss) -> Void) -> Verdict {
        guard let previous else {
            self.previous = frame
            if frame.isDamaged { report(frame.loss(.flagged)) }
            return frame.isDamaged ? .discard : .keep
        }
        guard frame.timestamp > previous.timestamp else {
            // It took its number with it, but the clock goes on from the picture before.
            noteArrival(of: frame)
            report(frame.loss(.flagged))
            return .discard
        }
        let leap = leap(to: frame, from: previous, report: report)
        let intervals = intervals(from: previous, to: frame)
        let unnumbered = intervals.nearest - 1 - leap
        if intervals.isGap, unnumbered > 0 {
            report(Loss(kind: .time, count: unnumbered, timestamp: previous.timestamp, sequence: frame.sequence))
        }
        if frame.isDamaged { report(frame.loss(.flagged)) }
        self.previous = frame
        return frame.isDamaged ? .discard : .keep
    }

    /// How many numbers were passed over.
    private mutating func leap(
        to frame: CapturedFrame,
        from previous: CapturedFrame,
        report: (Loss) -> Void
    ) -> Int64 {
        let expected = previous.sequence &+ 1
        missing.removeAll { frame.sequence &- $0 > Self.patience && $0 &- frame.sequence > Self.patience }
        if let index = missing.firstIndex(of: frame.sequence) {
            missing.remove(at: index)
            report(Loss(kind: .found, count: -1, timestamp: frame.timestamp, sequence: frame.sequence))
            return 0
        }
        let leap = Int64(Int32(bitPattern: frame.sequence &- expected))
        // As many as fit into the time that went by: a greater leap, or one back, only says that the numbering changed.
        guard leap > 0, leap <= intervals(from: previous, to: frame).atMost else { return 0 }
        for offset in 0..<min(UInt32(leap), Self.patience) { missing.append(frame.sequence &- 1 &- offset) }
        report(Loss(kind: .sequence, count: leap, timestamp: previous.timestamp, sequence: expected))
        return leap
    }

    private mutating func noteArrival(of frame: CapturedFrame) {
        if let previous, frame.sequence == previous.sequence &+ 1 {
            self.previous = CapturedFrame(
                sequence: frame.sequence,
                timestamp: previous.timestamp,
                isDamaged: previous.isDamaged
            )
        }
    }

    /// How many intervals went by between two pictures: to the nearest, rounded up, and whether they are more than one
    /// and a half.
    private func intervals(
        from earlier: CapturedFrame,
        to later: CapturedFrame
    ) -> (nearest: Int64, atMost: Int64, isGap: Bool) {
        // Differences in 128 bits: any two timestamps can be compared, however odd the driver's clock is.
        let (a, b) = (earlier.timestamp, later.timestamp)
        let elapsed = Int128(b.value) * Int128(a.timescale) - Int128(a.value) * Int128(b.timescale)
        let scale = Int128(a.timescale) * Int128(b.timescale)
        let (numerator, denominator) = (elapsed * Int128(interval.timescale), scale * Int128(interval.value))
        func clamped(_ count: Int128) -> Int64 { Int64(clamping: count) }
        return (
            clamped((2 * numerator + denominator) / (2 * denominator)),
            clamped((numerator + denominator - 1) / denominator),
            2 * numerator > 3 * denominator
        )
    }
}

extension CapturedFrame {
    /// This picture as a loss.
    func loss(_ kind: Loss.Kind) -> Loss {
        Loss(kind: kind, count: 1, timestamp: timestamp, sequence: sequence)
    }
}
