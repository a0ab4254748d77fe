import Capture
import RandomNumbers
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

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `Whatever is typed is an order or none`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var keys = RecordingKeys()
        let usual = Array(":\u{1B}\u{7F}\n \u{15}set gain=zmqé".utf8)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...8, using: &random)
            let bytes = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? usual.randomElement(using: &random) ?? 0 : UInt8.random(in: 0 ... .max, using: &random)
            }
            for case .typing(let text) in keys.take(bytes) { #expect(text.utf8.count <= 8000 * 8 * 3) }
            _ = RecordingOrder(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `Escape gives a line up, and arrows are nothing`() {
        #expect(outcomes(":set\u{1B}").last == .givenUp)
        #expect(outcomes("\u{1B}[A").isEmpty)
        #expect(outcomes("\u{1B}").isEmpty)
        #expect(outcomes(":nothing at all\n").last == .unknown("nothing at all"))
        #expect(outcomes("?") == [.unknown("?")])
    }
}
