internal import MediaSyntax
internal import MediaTime

/// When a clip was filmed: an instant of the calendar, by a clock whose distance from UTC is known.
struct ClipDate: Hashable, Sendable {
    /// Seconds since 1970 by the clock, as if it were UTC.
    private let local: RationalTime
    /// How far the clock is ahead of UTC, in minutes.
    private let offset: Int64

    /// Reads a date of ISO 8601 with a time: `2026-11-21T13:20:00.123456Z`, `2026-11-21T15:20:00+0200`,
    /// `2026-11-21 13:20:00`. Without an offset it is UTC. `nil` for other texts, and for 1970 and before, which cameras without a
    /// clock write.
    init?(parsing text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return bytes[range].reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            year > 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var place = 19
        var fraction = RationalTime.zero
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            let digits = bytes[(place + 1)...].prefix { (48...57).contains($0) }
            place += 1 + digits.count
            let kept = digits.prefix(9)
            let scale = kept.reduce(Int64(1)) { scale, _ in scale * 10 }
            fraction = RationalTime(kept.reduce(0) { $0 * 10 + Int64($1 - 48) }, scale)
        }
        guard let offset = Self.offset(bytes[place...]) else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = RationalTime(seconds: ((days * 24 + hour) * 60 + minute) * 60 + second)
        guard let local = try? seconds + fraction else { return nil }
        self.local = local
        self.offset = offset
    }

    private init(local: RationalTime, offset: Int64) {
        self.local = local
        self.offset = offset
    }

    /// The date so much later; `nil` where it cannot be expressed.
    func later(by time: RationalTime) -> ClipDate? {
        (try? local + time).map { ClipDate(local: $0, offset: offset) }
    }

    /// The date for a description of an image, to the microsecond; what is finer is cut off. `nil` where it has more than four
    /// digits for the year.
    var moment: ExifDescription.Moment? {
        guard let ticks = try? local.ticks(over: 1_000_000, rounding: .down), ticks >= 0 else { return nil }
        let (seconds, fraction) = ticks.quotientAndRemainder(dividingBy: 1_000_000)
        let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = Self.date(ofDay: day)
        guard date.year < 10_000 else { return nil }
        func digits(_ number: Int64, _ count: Int = 2) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return ExifDescription.Moment(
            date: digits(date.year, 4) + ":" + digits(date.month) + ":" + digits(date.day) + " "
                + digits(second / 3600) + ":" + digits(second / 60 % 60) + ":" + digits(second % 60),
            fraction: digits(fraction, 6),
            offset: (offset < 0 ? "-" : "+") + digits(abs(offset) / 60) + ":" + digits(abs(offset) % 60)
        )
    }

    /// Minutes of `Z`, `+02:00`, `+0200`, `+02` or of nothing.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let sign = bytes.first, bytes != [UInt8(ascii: "Z")] else { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 2 || digits.count == 4, let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let minutes = digits.count == 2 ? number * 60 : number / 100 * 60 + number % 100
        return sign == UInt8(ascii: "-") ? -minutes : minutes
    }

    /// Days since 1970 in the Gregorian calendar. Years begin in March here, so that leap days come last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = year - (month <= 2 ? 1 : 0)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The opposite of ``days(year:month:day:)``.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let day = day + 719_468
        let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
