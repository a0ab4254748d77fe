import MediaTime
import Mutations
import TestSupport
import Testing

/// Whatever is written where a time or a rate is expected: an error or a value that can be written again.
@Suite(.endsIfItHangs) struct HostileTextTests {
    private static let texts = [
        "1.5s", "00:01:30.25", "360f", "at-1s", "at+2s", "1.5s..4s", "..360f", "00:01:30..", "0.25", "1/4", "25%", "2x",
        "29.97",
        "30000/1001",
    ]
    private static let words =
        Mutation.numberWords + [
            "s", "ms", "f", "at", "+", "-", "..", ":", "/", "%", "x", ".", ",", "@", "\0", "\u{301}", "é",
        ]

    @Test func `Times and rates`() {
        for seed in Rounds.seeds(20_000) {
            var mutation = Mutation(seed: seed)
            let text = mutation.damaged(Self.texts[mutation.below(Self.texts.count)], words: Self.words)
            if let rate = try? PlaybackRate(parsing: text) {
                #expect((try? PlaybackRate(parsing: rate.description)) == rate, "\(text.debugDescription)")
            }
            if let rate = try? FrameRate(parsing: text) {
                #expect((try? FrameRate(parsing: rate.description)) == rate, "\(text.debugDescription)")
            }
            if let time = try? TimeExpression(parsing: text) {
                #expect((try? TimeExpression(parsing: time.description)) == time, "\(text.debugDescription)")
            }
            if let range = try? TimeRangeExpression(parsing: text) {
                #expect((try? TimeRangeExpression(parsing: range.description)) == range, "\(text.debugDescription)")
            }
        }
    }
}
