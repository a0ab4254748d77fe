internal import Glibc
public import MediaTime

/// The system's monotonic clock, in the microseconds of drivers.
public enum MonotonicClock {
    /// Units of a second.
    static let rate: Int32 = 1_000_000

    /// The present instant, in seconds since the clock's own zero, rounded down to a microsecond.
    public static func now() -> RationalTime { RationalTime(nanoseconds / 1000, rate) }

    static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Whether a time can be added to and compared with others of a recording: it is shorter than any machine runs.
    static func counts(_ time: RationalTime) -> Bool {
        RationalTime(seconds: -longest) <= time && time <= RationalTime(seconds: longest)
    }

    /// In seconds: 35,000 years.
    private static let longest: Int64 = 1 << 40

    /// Sleeps until an instant; `false` when a time was over before.
    static func wait(until instant: RationalTime, atMost timeout: RationalTime) throws -> Bool {
        let now = now()
        guard instant > now else { return true }
        let end = min(instant, try now + timeout)
        let ticks = try end.ticks(over: rate, rounding: .up)
        var time = timespec(
            tv_sec: Int(ticks / Int64(rate)),
            tv_nsec: Int(ticks % Int64(rate)) * 1000
        )
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
        return end == instant
    }
}
