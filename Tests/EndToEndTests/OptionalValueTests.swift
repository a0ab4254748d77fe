import TestSupport
import Testing

@testable import overcrank

/// Options whose value may be left out.
@Suite struct OptionalValueTests {
    @Test(arguments: [
        ("--stabilise", "--stabilise=medium"),
        ("--stabilise --force", "--stabilise=medium --force"),
        ("--stabilise strong --force", "--stabilise=strong --force"),
        ("--stabilise=strong --force", "--stabilise=strong --force"),
        ("--stabilise clip.mp4 -o x.mp4", "--stabilise=medium clip.mp4 -o x.mp4"),
        ("--stabilise light clip.mp4", "--stabilise=light clip.mp4"),
        ("--stabilise weird clip.mp4", "--stabilise=weird clip.mp4"),
        ("clip.mp4 -- --stabilise", "clip.mp4 -- --stabilise"),
    ])
    func `Every option and its value become one word`(line: String, stated: String) {
        #expect(OptionalValue.stated(in: line.split(separator: " ").map(String.init)).joined(separator: " ") == stated)
    }

    @Test(arguments: [
        ("--stabilise=strong --dry-run", "strong"), ("--dry-run --stabilise=strong", "strong"),
        ("--stabilise strong --dry-run", "strong"), ("--stabilise --dry-run", "medium"),
        ("--dry-run --stabilise", "medium"), ("--stabilise=light --rate 1 --dry-run", "light"),
    ])
    func `A value holds in any place`(words: String, strength: String) throws {
        let scratch = try ScratchDirectory()
        let clip = try Clip("mp4", frames: 12, at: .fps(60)).write(to: scratch)
        let words = words.split(separator: " ").map(String.init)
        let outcome = try Command(["export", clip, "-o", scratch.file("result.mp4")] + words).run()
        #expect(outcome.output.contains("steadied (\(strength))"), "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: ["--stabilise=weird", "--stabilise weird"]) func `A value that is none is refused`(words: String)
        throws
    {
        let words = words.split(separator: " ").map(String.init)
        let outcome = try Command(["export", "a.mp4", "-o", "b.mp4"] + words + ["--dry-run"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("there is no 'weird'"), "\(outcome.errors)")
        #expect(outcome.errors.contains("light, medium, strong"), "\(outcome.errors)")
    }
}
