import MediaTime
import Mutations
import TestSupport
import Testing

@testable import Capture

/// Whatever is written where a size, a code, a rotation or a trigger is expected: an error or a value.
@Suite(.endsIfItHangs) struct HostileTextTests {
    private static let texts = [
        "1280x720", "MJPG", "90", "-90", "motion", "motion:0.2", "level:-20", "BG12", "2.5x", "+", "90s", "00:10:00",
        "2026-11-21T13:20:00.123456Z",
    ]
    private static let words =
        Mutation.numberWords + ["x", "X", "×", ":", "dB", "motion", "level", "%", " ", "\0", "\u{301}", "é"]

    @Test func `Requests of recordings`() {
        for seed in Rounds.seeds(10_000) {
            var mutation = Mutation(seed: seed)
            let text = mutation.damaged(Self.texts[mutation.below(Self.texts.count)], words: Self.words)
            if let size = try? FrameSize(parsing: text) { #expect(size.width > 0 && size.height > 0) }
            _ = try? FourCharacterCode(parsing: text)
            _ = try? FrameRotation(parsing: text)
            _ = try? RecordingTrigger(parsing: text)
            if let duration = try? RecordingSettings.duration(parsing: text) { #expect(duration > .zero) }
            if let date = WallClock.nanoseconds(ofDate: text) { #expect(date >= 0) }
            if let zoom = try? ZoomTarget(parsing: text), case .factor(let factor) = zoom {
                #expect(factor > 0 && factor.isFinite)
            }
        }
    }

    /// Clocks count nanoseconds in 64 bits, and a second more than 292 years would be too many of them.
    @Test(arguments: ["9223372036854s", "9223372036855s", "9223372036854775807s", "315619201s", "0s", "10f", "at+1s"])
    func `A duration that cannot be is refused`(text: String) {
        #expect(throws: ParseError.self) { try RecordingSettings.duration(parsing: text) }
    }

    @Test func `A duration of ten years is one`() throws {
        #expect(try RecordingSettings.duration(parsing: "315619200s") == RecordingSettings.longestDuration)
    }
}
