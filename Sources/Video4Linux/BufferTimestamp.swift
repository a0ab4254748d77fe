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
        /// The driver stamped it by another clock, which goes as the monotonic one does. The stamp was moved to that.
        case other
        /// The driver's stamp is by no clock. The instant is that at which the buffer was fetched.
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

    /// - Parameters:
    ///   - microseconds: by the monotonic clock.
    ///   - source: how that is known.
    init(_ microseconds: Int64, _ source: Source) {
        instant = RationalTime(microseconds, 1_000_000)
        self.source = source
    }
}
