import Capture
import TestSupport
import Testing

@testable import overcrank

/// What is asked of controls, and what is answered.
@Suite struct ControlRequestTests {
    @Test(arguments: [
        (["gain"], ["gain"]), (["gain=20"], []), (["gain=20", "zoom_absolute"], ["zoom_absolute"]),
        (["zoom=stop"], []),
    ])
    func `What was not set is shown`(words: [String], shown: [String]) throws {
        let reply = try ControlRequest(words: words).perform(on: try Prober.system.open(CameraRequest.synthetic))
        #expect(reply.table.map { $0.split(separator: " ").first.map(String.init) } == shown)
        #expect(reply.changes.isEmpty == (words == ["gain"]))
    }

    @Test(arguments: [[], ["gain"], ["gain=20"], ["zoom=stop"], ["zoom=2x", "gain=20"]])
    func `A time without a zoom is refused`(settings: [String]) throws {
        let outcome = try Command(["controls", "synthetic"] + settings + ["--over", "3s"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("only a zoom takes its time"), "\(outcome.errors)")
    }
}
