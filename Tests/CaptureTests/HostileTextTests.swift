import Capture
import Mutations
import TestSupport
import Testing

/// Whatever is written where a size, a code, a rotation or a trigger is expected: an error or a value.
@Suite(.endsIfItHangs) struct HostileTextTests {
    private static let texts = [
        "1280x720", "MJPG", "90", "-90", "motion", "motion:0.2", "level:-20", "BG12", "2.5x", "+",
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
            if let zoom = try? ZoomTarget(parsing: text), case .factor(let factor) = zoom {
                #expect(factor > 0 && factor.isFinite)
            }
        }
    }
}
