import TestSupport
import Testing

/// Only a zoom takes its time.
@Suite struct ControlRequestTests {
    @Test(arguments: [[], ["gain"], ["gain=20"], ["zoom=stop"], ["zoom=2x", "gain=20"]])
    func `A time without a zoom is refused`(settings: [String]) throws {
        let outcome = try Command(["controls", "synthetic"] + settings + ["--over", "3s"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("only a zoom takes its time"), "\(outcome.errors)")
    }
}
