import Capture
import MediaTime
import Testing

@testable import overcrank

/// The status line of a recording.
@Suite struct RecordingLineTests {
    private let figures = RecordingFigures()

    @Test func `Waiting looks different from recording`() {
        let waiting = RecordingLine.line(.waiting, figures, room: nil, width: 200)
        let recording = RecordingLine.line(.recording, figures, room: nil, width: 200)
        #expect(waiting == "WAITING for a trigger  lost none  queue 0")
        #expect(recording == "REC 00:00:00.000  0 frames  0 B  lost none  queue 0")
    }

    @Test func `What a key has done comes before figures, and room is a time`() {
        let line = RecordingLine.line(
            .recording,
            figures,
            room: RationalTime(7325, 1),
            said: "gain = 20, was 0",
            width: 200
        )
        #expect(line == "REC 00:00:00.000  gain = 20, was 0  0 frames  0 B  lost none  queue 0  room for 2:02:05")
        let narrow = RecordingLine.line(.recording, figures, room: nil, said: "gain = 20, was 0", width: 38)
        #expect(narrow == "REC 00:00:00.000  gain = 20, was 0")
    }

    @Test func `Room is reckoned by how fast the file grows now`() {
        var rate = DataRate()
        #expect(rate.time(for: 1000) == nil)
        // A megabyte a second for 20 s, then ten.
        rate.add(bytes: 0, at: .zero)
        for second in Int64(1)...20 { rate.add(bytes: UInt64(second) * 1_000_000, at: RationalTime(second, 1)) }
        #expect(rate.time(for: 60_000_000) == RationalTime(60, 1))
        for second in Int64(21)...40 {
            rate.add(bytes: 20_000_000 + UInt64(second - 20) * 10_000_000, at: RationalTime(second, 1))
        }
        #expect(rate.time(for: 60_000_000) == RationalTime(6, 1))
        // Another file begins.
        rate.add(bytes: 0, at: .zero)
        #expect(rate.time(for: 60_000_000) == nil)
    }
}
