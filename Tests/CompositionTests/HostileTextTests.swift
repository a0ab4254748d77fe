import Composition
import MediaTime
import Mutations
import TestSupport
import Testing

/// Whatever is written where an edit is expected: an error or an edit that can be written again.
@Suite(.endsIfItHangs) struct HostileTextTests {
    private static let texts = [
        "2s..4s@1/4", "1s..2s@1..1/4", "1s..2s@1..1/4 smooth", "2s..4s=8s", "3s+1.5s", "2s..3s@-1/2",
        "at-1s..at@1..1/4 smooth",
    ]
    private static let words =
        Mutation.numberWords + [
            "s", "f", "at", "+", "-", "..", "@", "=", "smooth", "linear", " ", ":", "/", "%", "x", "\0", "\u{301}",
        ]

    @Test func `Edits`() {
        for seed in Rounds.seeds(20_000) {
            var mutation = Mutation(seed: seed)
            let text = mutation.damaged(Self.texts[mutation.below(Self.texts.count)], words: Self.words)
            guard let edit = try? Edit(parsing: text) else { continue }
            #expect((try? Edit(parsing: edit.description)) == edit, "\(text.debugDescription)")
        }
    }
}
