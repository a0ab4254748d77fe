internal import Glibc

/// The time of day, in UTC.
public enum WallClock {
    /// The present time, in nanoseconds since 1970.
    public static func now() -> Int64 { nanoseconds }

    /// Nanoseconds since 1970.
    static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// ISO 8601, to the microsecond: `2026-11-21T13:20:00.123456Z`.
    static func date(_ nanoseconds: Int64) -> String {
        let parts = parts(nanoseconds)
        return "\(parts.date.joined(separator: "-"))T\(parts.time.joined(separator: ":")).\(parts.microseconds)Z"
    }

    /// What ``date(_:)`` was made of; `nil` for any other text, and for dates before 1970 or beyond what nanoseconds can count.
    static func nanoseconds(ofDate text: String) -> Int64? {
        let numbers = text.split { "-T:.Z".contains($0) }.compactMap { Int32($0) }
        guard numbers.count == 7, numbers[0] >= 1970 else { return nil }
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        let (seconds, microseconds) = (unsafe Int64(timegm(&parts)), Int64(numbers[6]))
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(microseconds * 1000)
        return isTooLarge || overflows || sum < 0 ? nil : sum
    }

    /// The date, the time of day and what is left of a second, in figures.
    static func parts(_ nanoseconds: Int64) -> (date: [String], time: [String], microseconds: String) {
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let date = unsafe [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2)]
        let time = unsafe [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
        return (date, time, digits(nanoseconds / 1000 % 1_000_000, 6))
    }

    private static func digits(_ value: some BinaryInteger, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
