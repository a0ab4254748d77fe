public import MediaTime

/// Frames that are missing in the file, and when they were due.
public struct Loss: Hashable, Sendable {
    /// How it is known. Every lost frame is counted once, under the first of these that tells.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The driver's numbers leapt.
        case sequence
        /// All frames from here on are an interval or more later than the camera's rate says, although the numbers did not leap.
        case time
        /// The driver marked the frame as damaged, or as taken no later than the one before; or it came and is no whole frame.
        case flagged
        /// The frame came and there was no room in memory, because the writer was behind.
        case overflow
        /// The frame came, but not what it refers to.
        case undecodable
    }

    /// How it is known.
    public let kind: Kind
    /// How many frames.
    public internal(set) var count: Int64
    /// The instant of the first of them where that is known, else of the frame before the gap, by the system's
    /// monotonic clock.
    public let timestamp: RationalTime
    /// The driver's number of the first of them where that is known, else of the frame that showed the loss.
    public let sequence: UInt32

    /// A loss.
    public init(kind: Kind, count: Int64, timestamp: RationalTime, sequence: UInt32) {
        self.kind = kind
        self.count = count
        self.timestamp = timestamp
        self.sequence = sequence
    }
}

extension Loss {
    /// The part of a loss whose frames were due before an instant.
    ///
    /// - Parameters:
    ///   - instant: by the system's monotonic clock.
    ///   - interval: from one frame to the next.
    /// - Returns: `nil` where none was due before it.
    func part(before instant: RationalTime, interval: RationalTime) -> Loss? {
        switch kind {
        case .flagged, .overflow, .undecodable:
            return timestamp < instant ? self : nil
        case .sequence, .time:
            // The timestamp is that of the frame before the gap. It is in whole microseconds, and may be rounded down.
            guard let room = try? instant - timestamp - RationalTime(1, MonotonicClock.rate), room > .zero else {
                return nil
            }
            let due = (room.seconds / interval.seconds).rounded(.up) - 1
            var part = self
            part.count = min(count, Int64(due))
            return part.count > 0 ? part : nil
        }
    }
}

/// How many frames were lost, counted by how the loss is known.
public struct LossCounts: Hashable, Sendable {
    /// Frames that are missing in the driver's frame numbers.
    public private(set) var sequence: Int64 = 0
    /// Gaps in time without a leap in the numbers.
    public private(set) var time: Int64 = 0
    /// Damaged frames.
    public private(set) var flagged: Int64 = 0
    /// Frames for which there was no room in memory.
    public private(set) var overflow: Int64 = 0
    /// Frames of a camera's encoder that cannot be decoded: those before the first one with which decoding can begin, and
    /// where they are encoded anew those that refer to a missing one.
    public private(set) var undecodable: Int64 = 0

    /// None.
    public init() {}

    /// All of them.
    public var total: Int64 { sequence + time + flagged + overflow + undecodable }

    /// Counts a loss.
    public mutating func add(_ loss: Loss) {
        switch loss.kind {
        case .sequence: sequence += loss.count
        case .time: time += loss.count
        case .flagged: flagged += loss.count
        case .overflow: overflow += loss.count
        case .undecodable: undecodable += loss.count
        }
    }
}
