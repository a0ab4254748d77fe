internal import CVideo4Linux
package import MediaTime

/// When a frame was taken, by the system's monotonic clock, and how that is known.
package struct BufferTimestamp: Hashable, Sendable {
    /// Where the instant comes from.
    package enum Source: Hashable, Sendable {
        /// The driver stamped the buffer by the monotonic clock.
        case monotonic
        /// The driver stamped it by the time of day. The stamp was converted.
        case timeOfDay
        /// The driver's stamp is by no clock of the system. The instant is that at which the buffer was fetched.
        case arrival
    }

    /// The clock that a driver says it stamps buffers with (`V4L2_BUF_FLAG_TIMESTAMP_MASK`).
    package enum Clock: Hashable, Sendable {
        /// The monotonic clock.
        case monotonic
        /// The driver does not say, or it copies the stamp of another buffer. Drivers older than Linux 3.9 do not say, and
        /// use either clock.
        case unknown

        init(flags: UInt32) {
            let isMonotonic =
                flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
            self = isMonotonic ? .monotonic : .unknown
        }
    }

    /// By the monotonic clock, in microseconds.
    package let instant: RationalTime
    /// How it is known.
    package let source: Source

    /// A stamp that is older than this, or later than now, is not by the clock in question.
    private static let oldest: Int64 = 10_000_000

    /// The instant of a buffer.
    ///
    /// - Parameters:
    ///   - stamp: the driver's, in microseconds.
    ///   - clock: what the driver says of it.
    ///   - monotonic: the monotonic clock when the buffer was fetched, in microseconds.
    ///   - timeOfDay: the time of day at the same moment, in microseconds since 1970.
    package init(stamp: Int64, clock: Clock, monotonic: Int64, timeOfDay: Int64) {
        let microseconds: Int64
        if clock == .monotonic || Self.isRecent(stamp, at: monotonic) {
            (microseconds, source) = (stamp, .monotonic)
        } else if Self.isRecent(stamp, at: timeOfDay) {
            (microseconds, source) = (monotonic - (timeOfDay - stamp), .timeOfDay)
        } else {
            (microseconds, source) = (monotonic, .arrival)
        }
        instant = RationalTime(microseconds, 1_000_000)
    }

    private static func isRecent(_ stamp: Int64, at now: Int64) -> Bool { (0..<oldest).contains(now - stamp) }
}
