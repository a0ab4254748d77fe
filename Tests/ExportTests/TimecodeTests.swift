import MediaTime
import TestSupport
import Testing

@testable import Export

@Suite struct TimecodeTests {
    private static let ntsc = FrameRate(30000, 1001)

    @Test(arguments: [
        ("01:02:03:04", 0, "01:02:03:04"), ("01:02:03:24", 1, "01:02:04:00"), ("23:59:59:24", 1, "00:00:00:00"),
        ("00:00:00:00", 90_000, "01:00:00:00"), ("00:00:00:00", -1, "23:59:59:24"),
    ])
    func `Frames at 25 fps`(text: String, frames: Int64, expected: String) throws {
        let code = try #require(Timecode(text))
        #expect(try code.advanced(by: RationalTime(frames, 25), at: .fps(25)).description == expected)
    }

    /// SMPTE ST 12-1: numbers 00 and 01 are dropped at the beginning of every minute but each tenth.
    @Test(arguments: [
        ("00:00:59;29", 1, "00:01:00;02"), ("00:08:59;29", 1, "00:09:00;02"), ("00:09:59;29", 1, "00:10:00;00"),
        ("00:00:00;00", 17_982, "00:10:00;00"), ("00:00:00;00", 1799, "00:00:59;29"),
        ("00:00:00;00", 1800, "00:01:00;02"), ("00:01:59;29", 1, "00:02:00;02"),
        ("00:00:00;00", 107_892, "01:00:00;00"), ("00:00:00;00", -1, "23:59:59;29"),
    ])
    func `Dropped numbers`(text: String, frames: Int64, expected: String) throws {
        let code = try #require(Timecode(text))
        #expect(try code.advanced(by: RationalTime(frames * 1001, 30000), at: Self.ntsc).description == expected)
    }

    @Test func `Every frame of an hour has its own number, and they are in order`() throws {
        let zero = try #require(Timecode("00:00:00;00"))
        var last = ""
        for frame in stride(from: Int64(0), to: 107_892, by: 7) {
            let text = try zero.advanced(by: RationalTime(frame * 1001, 30000), at: Self.ntsc).description
            #expect(text > last)
            last = text
        }
    }

    @Test func `Another rate counts the same instant`() throws {
        let code = try #require(Timecode("01:00:59;24"))
        #expect(code.converted(from: Self.ntsc, to: FrameRate(15000, 1001)).description == "01:00:59:12")
        #expect(code.converted(from: Self.ntsc, to: FrameRate(60000, 1001)).description == "01:00:59;48")
    }

    @Test(arguments: ["", "01:02:03", "01:02:03:xx", "01:72:03:04", "1:2:3:4:5", "-1:00:00:00", "-00:00:01:00"])
    func `What is no timecode`(text: String) { #expect(Timecode(text) == nil) }
}
