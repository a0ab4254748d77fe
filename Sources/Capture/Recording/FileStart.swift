internal import MediaTime

/// When the first frame that a file shows was taken, by both of the system's clocks.
struct FileStart: Hashable, Sendable {
    /// By the system's monotonic clock, as the driver says.
    let monotonic: RationalTime
    /// By which both clocks differ, in nanoseconds: the time of day since 1970 less the monotonic clock.
    let difference: Int64

    /// Which monotonic clock it is: each start of the system begins another one, and has a name (random(4)). `nil` where it
    /// has none.
    static let clock = FileNames.text(of: "/proc/sys/kernel/random/boot_id")

    /// The start at an instant, with the clocks as they stand now.
    init(at monotonic: RationalTime) {
        self.monotonic = monotonic
        difference = WallClock.nanoseconds - MonotonicClock.nanoseconds
    }

    private init(_ monotonic: RationalTime, difference: Int64) {
        self.monotonic = monotonic
        self.difference = difference
    }

    /// Another start by the same clocks, which may have been set since.
    func moved(to monotonic: RationalTime) -> FileStart { FileStart(monotonic, difference: difference) }

    /// By the time of day, in nanoseconds since 1970.
    var nanoseconds: Int64 {
        ((try? monotonic.ticks(over: 1_000_000_000, rounding: .nearest)) ?? 0) + difference
    }

    /// In UTC, after ISO 8601, to the microsecond.
    var date: String { WallClock.date(nanoseconds) }
}
