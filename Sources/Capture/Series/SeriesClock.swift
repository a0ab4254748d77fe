internal import Glibc

/// What the clocks say of a series' files, and what they said when it was taken up.
///
/// The time of day may be set, forwards and backwards, while a series runs; the time since the system was started goes on
/// evenly, but says nothing of files that were there before.
struct SeriesClock: Hashable, Sendable {
    /// Nanoseconds since 1970, as the clock stands now.
    let timeOfDay: Int64
    /// Nanoseconds since the system was started, while it slept as well.
    let uptime: Int64
    /// Nanoseconds since 1970, as if the clock had not been set since the series was taken up.
    let unset: Int64

    /// The clocks now, since they were read when the series was taken up; `nil` for now.
    static func now(since start: SeriesClock?) -> SeriesClock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return SeriesClock(
            timeOfDay: WallClock.nanoseconds,
            uptime: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec),
            since: start
        )
    }

    init(timeOfDay: Int64, uptime: Int64, since start: SeriesClock? = nil) {
        self.timeOfDay = timeOfDay
        self.uptime = uptime
        unset = start.map { $0.unset + uptime - $0.uptime } ?? timeOfDay
    }

    /// How old a file is at least, in nanoseconds: a clock that was set never makes it older than it is.
    func age(of file: SeriesFile) -> Int64 {
        max(uptime - file.seen, min(timeOfDay, unset) - file.start)
    }
}
