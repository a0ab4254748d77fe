import Composition
import Export
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Subtitles that are pictures stay until the next ones (HDMV PGS).
@Suite struct PictureSubtitleTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A file of display sets, each of which shows something or nothing from an instant (in milliseconds) on.
    private static func pictures(_ sets: [(milliseconds: UInt32, isShown: Bool)]) -> [UInt8] {
        var file: [UInt8] = []
        for (number, set) in sets.enumerated() {
            let object: [UInt8] = set.isShown ? [1] + [UInt8](repeating: 0, count: 8) : [0]
            let content: [UInt8] = [1, 64, 0, 180, 16, 0, UInt8(number), 128, 0, 0] + object
            // Ticks of 90 kHz.
            let ticks = set.milliseconds * 90
            var head = Array("PG".utf8)
            for shift: UInt32 in [24, 16, 8, 0] { head.append(UInt8(truncatingIfNeeded: ticks >> shift)) }
            head += [0, 0, 0, 0]
            file += head + [0x16, 0, UInt8(content.count)]
            file += content
            file += head + [0x80, 0, 0]
        }
        return file
    }

    /// What an output shows: when, in milliseconds, and whether anything.
    private func shown(_ path: String) throws -> [String] {
        try ClipReader(path).packets[1].map { packet in
            let composition = PictureComposition(packet.payload.bytes.span)
            let time = try #require(packet.pts)
            return "\((time.seconds * 1000).rounded()) \(composition?.isShown ?? false)"
        }
    }

    private func clip(_ sets: [(milliseconds: UInt32, isShown: Bool)], as name: String = "clip") throws -> String {
        let bare = try Clip("mkv", frames: 48, at: .fps(24)).write(to: scratch, as: "bare")
        let (pictures, path) = (try scratch.write(Self.pictures(sets), to: "pictures.sup"), scratch.file("\(name).mkv"))
        let inputs = ["-copyts", "-i", bare, "-i", pictures, "-map", "0", "-map", "1"]
        let command = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + inputs + ["-c", "copy", path]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    private static let sets: [(milliseconds: UInt32, isShown: Bool)] = [
        (200, true), (900, false), (1000, true), (1600, false),
    ]

    @Test func `What is on screen where a part begins that is played backwards disappears`() throws {
        let media = try MediaDescription(ofFile: clip(Self.sets))
        var composition = try Composition([media.asset])
        let range = try TimeRange(start: RationalTime(1, 2), end: RationalTime(3, 2))
        try composition.apply([Edit(range, .reverse(.normal))])
        let output = scratch.file("result.mkv")
        let plan = try ExportPlan(composition, of: [media], settings: ExportSettings(), container: .mkv)
        _ = try Exporter(plan: plan).run(to: output)
        let shown = try shown(output)
        #expect(shown.prefix(2) == ["200.0 true", "500.0 false"])
        // What was put together before is read again.
        #expect(shown.suffix(2) == ["1500.0 true", "1600.0 false"], "\(shown)")
    }

    @Test func `What is on screen at the end of a clip does not stay in the next one`() throws {
        let first = try MediaDescription(ofFile: clip([(200, true), (900, false), (1000, true)], as: "first"))
        let second = try MediaDescription(
            ofFile: Clip("mkv", frames: 48, at: .fps(24)).write(to: scratch, as: "second")
        )
        let composition = try Composition([first.asset, second.asset])
        let output = scratch.file("joined.mkv")
        let plan = try ExportPlan(composition, of: [first, second], settings: ExportSettings(), container: .mkv)
        _ = try Exporter(plan: plan).run(to: output)
        let shown = try shown(output)
        #expect(shown.dropLast() == ["200.0 true", "900.0 false", "1000.0 true"])
        // The last frame is 41 or 42 ms long.
        #expect(["1999.0 false", "2000.0 false"].contains(shown.last), "\(shown)")
    }

    @Test func `Nothing is added where all ends`() throws {
        let path = try clip(Self.sets)
        let output = scratch.file("slow.mkv")
        try Retime(.rate(1, 2)).run(path, to: output)
        #expect(try shown(output) == ["400.0 true", "1800.0 false", "2000.0 true", "3200.0 false"])
        var retime = Retime()
        retime.trim = try TimeRange(start: .zero, end: RationalTime(1, 2))
        let cut = scratch.file("cut.mkv")
        try retime.run(path, to: cut)
        #expect(try shown(cut) == ["200.0 true"])
    }
}
