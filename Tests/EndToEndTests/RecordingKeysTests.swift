import Capture
import Testing

@testable import overcrank

/// Keys without Return, and lines that are typed key by key.
@Suite struct RecordingKeysTests {
    private func outcomes(_ text: String) -> [RecordingKeys.Outcome] {
        var keys = RecordingKeys()
        return keys.take(Array(text.utf8))
    }

    @Test(
        arguments: [
            ("\n", .trigger), ("\r", .trigger), (" ", .trigger), ("s", .still), ("m", .mark(title: nil)), ("q", .end),
            ("G", .set(ControlRequest(words: ["gain=+"]))), ("e", .set(ControlRequest(words: ["exposure=-"]))),
            ("W", .set(ControlRequest(words: ["white_balance=+"]))),
        ] as [(String, RecordingOrder)]
    )
    func `A key is an order`(key: String, order: RecordingOrder) { #expect(outcomes(key) == [.order(order)]) }

    @Test func `A line is typed, mended and ended by Return`() {
        var keys = RecordingKeys()
        #expect(keys.take(Array(":".utf8)) == [.typing("")])
        // A character of two bytes goes in one piece.
        #expect(keys.take(Array("mark é\u{7F}".utf8)).last == .typing("mark "))
        #expect(keys.take(Array("Take-off\n".utf8)).last == .order(.mark(title: "Take-off")))
        #expect(keys.take(Array("q".utf8)) == [.order(.end)])
    }

    @Test func `Escape gives a line up, and arrows are nothing`() {
        #expect(outcomes(":set\u{1B}").last == .givenUp)
        #expect(outcomes("\u{1B}[A").isEmpty)
        #expect(outcomes("\u{1B}").isEmpty)
        #expect(outcomes(":nothing at all\n").last == .unknown("nothing at all"))
        #expect(outcomes("?") == [.unknown("?")])
    }
}
