public import MediaTime

/// The timecode of a frame: `01:02:03:04`, or `01:02:03;04` where numbers are dropped (SMPTE ST 12-1).
///
/// At 29.97 fps two numbers are dropped in every minute but each tenth, so that the timecode keeps up with the clock.
public struct Timecode: Hashable, Sendable, CustomStringConvertible {
    private(set) var hours: Int
    private(set) var minutes: Int
    private(set) var seconds: Int
    private(set) var frames: Int
    private(set) var dropsNumbers: Bool
    /// Whether it counts down to midnight, as ahead of a reel: `-00:00:01:00`. Movies can say so.
    private(set) var isNegative = false

    /// Reads a timecode; `nil` where the text is none.
    public init?(_ text: String) {
        guard !text.hasPrefix("-") else { return nil }
        let fields = text.split(omittingEmptySubsequences: false) { ":;.".contains($0) }.map { Int($0) }
        guard fields.count == 4, let hours = fields[0], let minutes = fields[1], let seconds = fields[2],
            let frames = fields[3], (0..<100).contains(hours), (0..<60).contains(minutes),
            (0..<60).contains(seconds), (0..<1000).contains(frames)
        else { return nil }
        (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
        dropsNumbers = text.contains(";") || text.contains(".")
    }

    /// Reads a timecode as a file states it, also one before midnight; `nil` where the text is none.
    init?(stated text: String) {
        guard text.hasPrefix("-") else {
            self.init(text)
            return
        }
        self.init(String(text.dropFirst()))
        isNegative = true
    }

    /// Midnight, and whether what comes before it is counted down.
    static func midnight(droppingNumbers: Bool, countedDownTo: Bool) -> Timecode? {
        var code = Timecode(droppingNumbers ? "00:00:00;00" : "00:00:00:00")
        code?.isNegative = countedDownTo
        return code
    }

    /// Reads a timecode.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        guard let code = Timecode(text) else {
            throw ParseError(text, "a timecode is written 01:02:03:04, or 01:02:03;04 where numbers are dropped")
        }
        self = code
    }

    /// The timecode of a frame that comes later by a time, at a frame rate; of the frame that is shown then. Before midnight is the end
    /// of a day, unless it is counted down to.
    func advanced(by time: RationalTime, at rate: FrameRate) throws(TimeOverflow) -> Timecode {
        let base = Self.base(of: rate)
        let dropped = dropsNumbers && Self.canDrop(at: rate) ? base / 15 : 0
        // Where numbers are dropped, ten minutes have fewer of them.
        let tenMinutes = 600 * base - 9 * dropped
        let day = 144 * tenMinutes
        var number = frames + base * (seconds + 60 * (minutes + 60 * hours))
        let wholeMinutes = minutes + 60 * hours
        number -= dropped * (wholeMinutes - wholeMinutes / 10)
        if isNegative { number.negate() }
        number += Int(try rate.frame(at: time, rounding: .down) % Int64(day))
        let isBefore = isNegative && number < 0
        number = isBefore ? -number % day : (number % day + day) % day
        if dropped > 0 {
            let (tens, rest) = number.quotientAndRemainder(dividingBy: tenMinutes)
            number += dropped * 9 * tens
            if rest >= 60 * base { number += dropped * ((rest - 60 * base) / (60 * base - dropped) + 1) }
        }
        var result = self
        result.isNegative = isBefore
        (number, result.frames) = number.quotientAndRemainder(dividingBy: base)
        (number, result.seconds) = number.quotientAndRemainder(dividingBy: 60)
        (number, result.minutes) = number.quotientAndRemainder(dividingBy: 60)
        result.hours = number
        return result
    }

    /// The same instant counted at another rate. Numbers are dropped only at multiples of 29.97 fps.
    func converted(from rate: FrameRate, to other: FrameRate) -> Timecode {
        var result = self
        let (base, newBase) = (Self.base(of: rate), Self.base(of: other))
        if base != newBase { result.frames = frames * newBase / base }
        result.dropsNumbers = dropsNumbers && Self.canDrop(at: other)
        return result
    }

    /// Why no frame has this timecode at a frame rate; `nil` where one has.
    public func obstacle(at rate: FrameRate) -> String? {
        let base = Self.base(of: rate)
        if hours > 23 { return "a day ends with hour 23" }
        if frames >= base { return "at \(rate) frames a second a second ends with frame \(base - 1)" }
        guard dropsNumbers else { return nil }
        guard Self.canDrop(at: rate) else {
            return "numbers are dropped at 29.97 frames a second and its multiples, and these are \(rate)"
        }
        guard seconds == 0, minutes % 10 != 0, frames < base / 15 else { return nil }
        return "it is one of the numbers that are dropped"
    }

    /// `01:02:03:04`; `-00:00:01:00` before midnight.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(isNegative ? "-" : "")\(two(hours)):\(two(minutes)):\(two(seconds))\(dropsNumbers ? ";" : ":")\(two(frames))"
    }

    /// How many numbers a second has.
    private static func base(of rate: FrameRate) -> Int { max(1, Int(rate.approximation.rounded())) }

    /// Whether numbers are dropped at a rate.
    static func canDrop(at rate: FrameRate) -> Bool {
        rate.denominator == 1001 && rate.numerator % 30000 == 0
    }
}
