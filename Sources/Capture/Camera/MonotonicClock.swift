internal import Glibc
internal import MediaTime

/// The system's monotonic clock, in the microseconds of drivers.
enum MonotonicClock {
    /// Units of a second.
    static let rate: Int32 = 1_000_000

    static func now() -> RationalTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return RationalTime(Int64(time.tv_sec) * Int64(rate) + Int64(time.tv_nsec) / 1000, rate)
    }

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
