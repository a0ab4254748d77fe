import Composition
import MediaTime
import Testing

@testable import overcrank

/// The time map as it stands in the terminal.
@Suite struct TimeMapDrawingTests {
    @Test func `A replay`() throws {
        let edits = ["1s..2s@1..1/4", "2s..3s@1/4", "3s..4s@-1/2", "4s+2s", "5s..6s@2"]
        let drawing = try lines(edits, width: 60).joined(separator: "\n")
        #expect(
            drawing == """
                source
                6.0 s |                                                  *
                      |                                                 *
                      |                                               **
                      |                                    =========**
                      |                            <<<<
                      |                                <<<<
                      |                   *********
                      |           ********
                      |       ++++
                      |    +++
                      |  **
                0.0 s |**
                      +---------------------------------------------------
                       0 s                                  12.1 s target
                target                      source                      rate
                00:00:00.000..00:00:01.000  00:00:00.000..00:00:01.000  * 1
                00:00:01.000..00:00:02.600  00:00:01.000..00:00:02.000  + 1..1/4
                00:00:02.600..00:00:06.600  00:00:02.000..00:00:03.000  * 1/4
                00:00:06.600..00:00:08.600  00:00:03.000..00:00:04.000  < -1/2
                00:00:08.600..00:00:10.600  00:00:04.000..00:00:04.000  = hold
                00:00:10.600..00:00:11.600  00:00:04.000..00:00:05.000  * 1
                00:00:11.600..00:00:12.100  00:00:05.000..00:00:06.000  * 2
                """
        )
    }

    /// Each had the rates of the whole ramp.
    @Test func `Parts of a ramp have rates of their own`() throws {
        let list = try lines(["1s..2s@1..1/4", "1.5s+1s"], width: 60).suffix(5)
        #expect(list.compactMap { $0.split(separator: " ").last } == ["1", "1..0.729", "hold", "0.729..0.25", "1"])
    }

    @Test(arguments: [0, 1, 40, 79, 80, 200, 10_000])
    func `No line is wider than the terminal`(width: Int) throws {
        for line in try lines(["1s..2s@1..1/4", "2s..3s@1/4"], width: width) {
            // The list of the parts has a width of its own.
            #expect(line.count <= max(64, width))
        }
    }

    @Test func `Of very many parts some are listed`() throws {
        let edits = (0..<500).map { "\($0 * 2)/200s..\($0 * 2 + 1)/200s@1/2" }
        let lines = try lines(edits, width: 80)
        #expect(lines.last == "… and 976 more parts")
        #expect(lines.count < 50)
    }

    @Test func `A hold alone is a line`() throws {
        let instant = try TimeRange(start: RationalTime(1, 1), duration: .zero)
        #expect(instant.isEmpty)
        let asset = try Self.asset()
        var composition = try Composition([asset])
        try composition.apply([.hold(at: .zero, RationalTime(3, 1))])
        try composition.remove(TimeRange(start: RationalTime(3, 1), end: composition.duration))
        let drawing = Self.drawing(of: composition)
        #expect(drawing.lines(width: 60).contains { $0.contains("=====") })
    }

    private func lines(_ edits: [String], width: Int) throws -> [String] {
        var composition = try Composition([Self.asset()])
        let whole = try TimeRange(start: .zero, duration: composition.duration)
        let made = try edits.compactMap { text in
            try Edit(parsing: text).resolved(within: whole) { expression in
                guard case .time(let time) = expression else { return .zero }
                return time
            }
        }
        try composition.apply(made)
        return Self.drawing(of: composition).lines(width: width)
    }

    private static func asset() throws -> Asset {
        let range = try TimeRange(start: .zero, duration: RationalTime(6, 1))
        return Asset(path: "a.mp4", tracks: [AssetTrack(index: 0, kind: .video, range: range)])
    }

    private static func drawing(of composition: Composition) -> TimeMapDrawing {
        let parts = composition.tracks[0].segments.compactMap { segment -> TimeMapDrawing.Part? in
            guard case .media(let media) = segment else { return nil }
            return TimeMapDrawing.Part(mapping: media.mapping, offset: .zero)
        }
        return TimeMapDrawing(parts, duration: composition.duration)
    }
}
