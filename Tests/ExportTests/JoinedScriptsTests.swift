import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Clips with texts of SubStation Alpha, one behind the other, and at another speed.
@Suite struct JoinedScriptsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let fields =
        "Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, "
        + "ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding"

    private static func style(_ name: String, size: Int) -> String {
        "Style: \(name),Sans,\(size),&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,0,2,10,10,10,1"
    }

    private static func script(_ styles: [String], _ texts: [String], width: Int = 320) -> String {
        let header =
            "[Script Info]\nScriptType: v4.00+\nPlayResX: \(width)\nPlayResY: 180\n\n[V4+ Styles]\nFormat: \(fields)\n"
        let events = "\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        return header + styles.joined(separator: "\n") + events
            + texts.map { "Dialogue: 0,0:00:00.20,0:00:01.20,\($0)" }.joined(separator: "\n") + "\n"
    }

    private func clip(_ name: String, _ script: String, fonts: [String: [UInt8]] = [:]) throws -> String {
        var clip = Clip("mkv", frames: 36, at: .fps(24))
        clip.subtitles = script
        clip.attachments = fonts
        return try clip.write(to: scratch, as: name)
    }

    private func joined(_ paths: [String], as container: Container = .mkv) throws -> ExportPlan {
        let media = try paths.map { try MediaDescription(ofFile: $0) }
        var composition = Composition()
        for clip in media {
            let range = try TimeRange(start: .zero, end: clip.asset.duration)
            try composition.insert(range, of: clip.asset, at: composition.duration)
        }
        return try ExportPlan(composition, of: media, settings: ExportSettings(), container: container)
    }

    private func texts(_ path: String) throws -> (header: String, lines: [String], fonts: [String: [UInt8]]) {
        let demuxer = try Demuxer(path: path)
        let track = try #require(demuxer.streams.first { $0.kind == .subtitle })
        var lines: [String] = []
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index { lines.append(String(decoding: packet.bytes, as: UTF8.self)) }
            packet.reset()
        }
        let files = demuxer.streams.filter { $0.kind == .attachment }
        let fonts = files.map { ($0.metadata("filename") ?? "", $0.parameters.extradata) }
        #expect(Set(fonts.map(\.0)).count == fonts.count)
        return (
            String(decoding: track.parameters.extradata, as: UTF8.self), lines,
            Dictionary(fonts) { first, _ in first }
        )
    }

    @Test func `Styles and fonts of all clips are kept`() throws {
        let (plain, large, small) = (
            Self.style("Default", size: 20), Self.style("Large", size: 40), Self.style("Small", size: 9)
        )
        let first = try clip(
            "first",
            Self.script([plain, large], ["Large,,0,0,0,,a"]),
            fonts: ["a.ttf": [1, 2, 3], "b.ttf": [4, 5]]
        )
        let second = try clip(
            "second",
            Self.script([plain, small], ["Small,,0,0,0,,b"]),
            fonts: ["b.ttf": [4, 5], "c.ttf": [6]]
        )
        let plan = try joined([first, second])
        #expect(!plan.warnings.contains { $0.contains("style") })
        let output = scratch.file("joined.mkv")
        _ = try Exporter(plan: plan).run(to: output)
        let result = try texts(output)
        #expect(result.lines.map { $0.suffix(1) } == ["a", "b"])
        for style in [plain, large, small] { #expect(result.header.ranges(of: style).count == 1) }
        #expect(result.fonts == ["a.ttf": [1, 2, 3], "b.ttf": [4, 5], "c.ttf": [6]])
    }

    @Test func `It is said where fonts of later clips are lost`() throws {
        let script = Self.script([Self.style("Default", size: 20)], ["Default,,0,0,0,,a"])
        let plain = try clip("plain", script)
        let first = try clip("first", script, fonts: ["a.ttf": [1, 2, 3], "b.ttf": [4, 5]])
        let second = try clip("second", script, fonts: ["b.ttf": [4, 5], "c.ttf": [6]])
        func lost(_ paths: [String], as container: Container = .mp4) throws -> [String] {
            let plan = try joined(paths, as: container)
            // They are not among the tracks.
            let isListed = plan.tracks.contains { $0.source.metadata.contains { $0.value == "c.ttf" } }
            #expect(isListed == (container == .mkv && paths.contains(second)))
            return plan.warnings.filter { $0.contains("attachment") }
        }
        #expect(
            try lost([plain, second])
                == ["the attachments b.ttf, c.ttf of \(second) are left out: mp4 cannot carry them"]
        )
        let all = try lost([first, second, second])
        #expect(all.count == 2)
        #expect(all.contains("the attachment c.ttf of \(second) is left out: mp4 cannot carry it"))
        #expect(try lost([plain, second], as: .mkv).isEmpty)
        #expect(try lost([plain, plain]).isEmpty)
    }

    @Test func `It is said where a style cannot be added`() throws {
        let first = try clip("first", Self.script([Self.style("Default", size: 20)], ["Default,,0,0,0,,a"]))
        let fewer =
            "[Script Info]\nScriptType: v4.00+\nPlayResX: 320\nPlayResY: 180\n\n[V4+ Styles]\nFormat: Name, Fontname\n"
            + "Style: Short,Sans\n\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
            + "Dialogue: 0,0:00:00.20,0:00:01.20,Short,b\n"
        let plan = try joined([first, clip("fewer", fewer)])
        #expect(plan.warnings.contains { $0.contains("loses the style 'Short'") }, "\(plan.warnings)")
    }

    @Test func `Where two clips mean something else by one name, each keeps its look`() throws {
        let first = try clip("first", Self.script([Self.style("Default", size: 20)], ["Default,,0,0,0,,a"]))
        let second = try clip(
            "second",
            Self.script([Self.style("Default", size: 30)], [#"Default,,0,0,0,,b{\rDefault}b"#], width: 640)
        )
        let plan = try joined([first, second])
        #expect(!plan.warnings.contains { $0.contains("style") }, "\(plan.warnings)")
        #expect(plan.warnings.contains { $0.contains("PlayResX") })
        let output = scratch.file("joined.mkv")
        _ = try Exporter(plan: plan).run(to: output)
        let result = try texts(output)
        #expect(result.header.contains(Self.style("Default", size: 20)))
        #expect(result.header.contains(Self.style("Default_2", size: 30)))
        let lines = result.lines.map { $0.drop { $0 != "D" } }
        #expect(lines == ["Default,,0,0,0,,a", #"Default_2,,0,0,0,,b{\rDefault_2}b"#])
    }

    @Test func `Times within texts follow the speed`() throws {
        let text = #"Default,,0,0,0,,{\fad(100,200)\t(0,500,\fs30)}{\k40}la{\kf60}la, la"#
        let path = try clip("karaoke", Self.script([Self.style("Default", size: 20)], [text]))
        let output = scratch.file("slow.mkv")
        try Retime(.rate(1, 2)).run(path, to: output)
        let slow = #"{\fad(200,400)\t(0,1000,\fs30)}{\k80}la{\kf120}la, la"#
        #expect(try texts(output).lines.map { $0.hasSuffix(slow) } == [true])
        // As it is, not a byte changes.
        let same = scratch.file("same.mkv")
        try Retime().run(path, to: same)
        #expect(try texts(same).lines == texts(path).lines)
        // From half a second into the clip on, 300 ms into the text.
        var late = Retime(.rate(1, 2))
        late.trim = try TimeRange(start: RationalTime(1, 2), end: RationalTime(3, 2))
        let part = scratch.file("part.mkv")
        try late.run(path, to: part)
        let cut = #"{\fad(0,400)\t(-600,400,\fs30)}{\k20}la{\kf120}la, la"#
        let lines = try texts(part).lines
        #expect(lines.count == 1 && lines[0].hasSuffix(cut), "\(lines)")
    }

    @Test func `What scrolls follows the speed, and not how much of it is shown`() throws {
        func banner(_ delay: Int) -> String { "Default,,0,0,0,Banner;\(delay),a" }
        let path = try clip("banner", Self.script([Self.style("Default", size: 20)], [banner(8)]))
        var count = 0
        func nextFile() -> String {
            count += 1
            return scratch.file("scrolling\(count).mkv")
        }
        func exported(_ retime: Retime, _ path: String) throws -> [String] {
            let output = nextFile()
            try retime.run(path, to: output)
            return try texts(output).lines
        }
        var trimmed = Retime()
        trimmed.trim = try TimeRange(start: RationalTime(1, 2), end: RationalTime(1, 1))
        #expect(try exported(trimmed, path).map { $0.hasSuffix(banner(8)) } == [true])
        trimmed = Retime(.rate(1, 2))
        trimmed.trim = try TimeRange(start: RationalTime(1, 2), end: RationalTime(1, 1))
        #expect(try exported(trimmed, path).map { $0.hasSuffix(banner(16)) } == [true])
        // What is taken out of it does not count, and what is slowed down counts by how long it is shown.
        let media = try MediaDescription(ofFile: path)
        var composition = Composition()
        for (start, end) in [(0, 10), (15, 30)] {
            let range = try TimeRange(start: RationalTime(Int64(start), 20), end: RationalTime(Int64(end), 20))
            try composition.insert(range, of: media.asset, at: composition.duration)
        }
        func edited() throws -> [String] {
            let plan = try ExportPlan(composition, of: [media], settings: ExportSettings(), container: .mkv)
            let output = nextFile()
            _ = try Exporter(plan: plan).run(to: output)
            return try texts(output).lines
        }
        #expect(try edited().map { $0.hasSuffix(banner(8)) } == [true])
        // 0.3 s as they are, and 0.45 s three times as long.
        let slow = try TimeRange(start: RationalTime(1, 2), end: composition.duration)
        try composition.scale(slow, to: RationalTime(9, 4))
        #expect(try edited().map { $0.hasSuffix(banner(18)) } == [true])
        // One that is over before the in point is read, and not shown.
        let script = Self.script([Self.style("Default", size: 20)], [banner(18_014_398_509_481)])
        let early = try clip("early", script.replacing("0:00:00.20,0:00:01.20", with: "0:00:00.00,0:00:00.01"))
        trimmed = Retime(.rate(1, 10_000))
        trimmed.trim = try TimeRange(start: RationalTime(5, 4), end: RationalTime(3, 2))
        #expect(try exported(trimmed, early) == [])
        trimmed = Retime(.rate(100, 1))
        trimmed.trim = try TimeRange(start: RationalTime(1, 4), end: RationalTime(3, 2))
        #expect(try exported(trimmed, early) == [])
    }
}
