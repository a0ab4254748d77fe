import MediaTime
import RandomNumbers
import Testing

@Suite struct ParsingTests {
    @Test(arguments: [
        ("0.5", 1, 2), ("1/4", 1, 4), ("25%", 1, 4), ("2x", 2, 1), ("1", 1, 1), ("0.3333", 3333, 10000),
        ("30000/60000", 1, 2), (".5", 1, 2), ("12.5%", 1, 8), ("0.1x", 1, 10), ("1.5/3", 1, 2),
    ])
    func `Rates are read exactly`(text: String, numerator: Int64, denominator: Int64) throws {
        #expect(try PlaybackRate(parsing: text) == PlaybackRate(numerator, denominator))
    }

    @Test(arguments: [
        "", "0", "-1", "-1/2", "1/0", "abc", "0.0", "1//2", "1/2/3", "nan", "inf", "1e3", "1001", "1/1001", "0x10",
        "99999999999999999999", "½", "1,5", "%", "x",
        "+1", ".000000000000000001/999999999999999999%",
    ])
    func `What is no plausible rate is refused with the text`(text: String) {
        #expect { try PlaybackRate(parsing: text) } throws: { ($0 as? ParseError)?.text == text }
    }

    @Test(arguments: [
        ("30", 30, 1), ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001),
        ("119.88", 120000, 1001), ("59.94", 60000, 1001), ("239.76", 240000, 1001), ("12.5", 25, 2),
        ("30000/1001", 30000, 1001), ("59.940", 60000, 1001), ("14.985", 15000, 1001), ("0.5", 1, 2),
        ("47.952", 48000, 1001), ("260.01", 26001, 100),
        // Not one of television's rates, so just what it says.
        ("1.99", 199, 100), ("9.99", 999, 100), ("99.90", 999, 10), ("0.99", 99, 100),
    ])
    func `Frame rates are read exactly, television's by name`(text: String, numerator: Int32, denominator: Int32) throws
    {
        #expect(try FrameRate(parsing: text) == FrameRate(numerator, denominator))
    }

    @Test(arguments: [
        (30000, 1001, "29.97"), (24000, 1001, "23.976"), (120000, 1001, "119.88"), (60, 1, "60"), (25, 2, "12.5"),
        (500000, 1923, "500000/1923"), (60000, 1001, "59.94"),
        // No decimal of two or three places reads back as these.
        (1199, 50, "1199/50"), (25000, 1001, "25000/1001"), (1_200_000, 1001, "1200000/1001"),
    ])
    func `Frame rates print by the names in use and read back`(
        numerator: Int32,
        denominator: Int32,
        text: String
    ) throws {
        let rate = FrameRate(numerator, denominator)
        #expect(rate.description == text)
        #expect(try FrameRate(parsing: text) == rate)
    }

    @Test func `Every frame rate that is printed reads back`() throws {
        for (scale, denominator) in [(1, 1), (1, 20), (1, 100), (1, 7), (1000, 1001)] as [(Int32, Int32)] {
            for count in 1...Int32(2000) {
                let rate = FrameRate(count * scale, denominator)
                #expect(try FrameRate(parsing: rate.description) == rate)
            }
        }
    }

    @Test(arguments: ["", "0", "+30", "-30", "30/0", "fast", "1000001", "30fps", "1/2/3", "."])
    func `What is no frame rate is refused`(text: String) {
        #expect(throws: ParseError.self) { try FrameRate(parsing: text) }
    }

    @Test(arguments: [
        ("1.5s", RationalTime(3, 2)), ("250ms", RationalTime(1, 4)), ("00:01:30.5", RationalTime(181, 2)),
        ("01:30", RationalTime(90, 1)), ("3/2s", RationalTime(3, 2)), ("2", RationalTime(2, 1)),
        ("0.001", RationalTime(1, 1000)), ("100:00:00", RationalTime(360_000, 1)),
        ("1001/30000", RationalTime(1001, 30000)),
        ("90:00", RationalTime(5400, 1)),
    ])
    func `Times are read exactly`(text: String, time: RationalTime) throws {
        #expect(try TimeExpression(parsing: text) == .time(time))
    }

    @Test func `A number with an f is a frame`() throws {
        #expect(try TimeExpression(parsing: "360f") == .frame(360))
    }

    @Test(arguments: [
        "", "s", "-1s", "1.5f", "1:60", "1:2:3:4", "1s2", "ms", "1/0s", "00:61:00", "soon", "1e9", "--", ":", "1:",
        "0.12345678901234567890123s", "+1s", "+5f", "+1:30", "00:+1:30", "99999999999999999999f",
        ".000000000000000001/999999999999999999ms", "999999999999999999/.000000000000000001s",
    ])
    func `What is no time is refused`(text: String) {
        #expect(throws: ParseError.self) { try TimeExpression(parsing: text) }
    }

    @Test func `An anchor is not counted from another one, however many there are`() {
        for count in [1, 100_000] {
            #expect(throws: ParseError.self) {
                try TimeExpression(parsing: "at" + String(repeating: "+at", count: count))
            }
        }
    }

    @Test(arguments: [("1.5f", "a frame is a whole number"), ("inf", "a time is written"), ("f", "a time is written")])
    func `Only a number is taken for that of a frame`(text: String, reason: String) {
        let error = #expect(throws: ParseError.self) { try TimeExpression(parsing: text) }
        #expect(error?.description.contains(reason) == true, "\(error as Any)")
    }

    @Test func `Printed times read back`() throws {
        var generator = SplitMix64(seed: 2)
        for _ in 0..<2000 {
            let time = RationalTime.random(using: &generator)
            guard !time.isNegative else { continue }
            #expect(try TimeExpression(parsing: time.description) == .time(time))
        }
    }

    @Test func `A clock that shows whole milliseconds reads back`() throws {
        var generator = SplitMix64(seed: 4)
        for _ in 0..<2000 {
            let time = RationalTime(.random(in: 0...400_000_000, using: &generator), 1000)
            #expect(try TimeExpression(parsing: time.clock) == .time(time))
        }
    }

    @Test func `Ranges may leave either end out`() throws {
        let both = try TimeRangeExpression(parsing: "1.5s..2.5s")
        #expect(both.start == .time(RationalTime(3, 2)) && both.end == .time(RationalTime(5, 2)))
        let open = try TimeRangeExpression(parsing: "..360f")
        #expect(open.start == nil && open.end == .frame(360))
        let tail = try TimeRangeExpression(parsing: "1/3s..")
        #expect(tail.start == .time(RationalTime(1, 3)) && tail.end == nil)
        #expect(throws: ParseError.self) { try TimeRangeExpression(parsing: "1s-2s") }
        #expect(throws: ParseError.self) { try TimeRangeExpression(parsing: "a..b") }
    }
}
