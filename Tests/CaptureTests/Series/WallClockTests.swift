import Testing

@testable import Capture

/// Dates of files, as they are written and read.
@Suite struct WallClockTests {
    @Test(arguments: [0, 999_999_000, 1_700_000_000_123_456_000, 9_223_372_036_854_775_000] as [Int64])
    func `What is written reads back`(nanoseconds: Int64) {
        #expect(WallClock.nanoseconds(ofDate: WallClock.date(nanoseconds)) == nanoseconds)
    }

    /// No file was recorded before 1970, and its age could not be counted.
    @Test(arguments: [
        "2262-04-11T23:47:16.854776Z", "2262-04-11T23:47:16.2147483647Z", "2262-04-12T00:00:00.000000Z",
        "1678-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z", "1970-01-00T00:00:00.000000Z",
        "2147483647-01-01T00:00:00.000000Z", "2026-11-21", "",
    ])
    func `A date that cannot be is none`(text: String) { #expect(WallClock.nanoseconds(ofDate: text) == nil) }
}
