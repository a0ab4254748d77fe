import Composition
import Export
import FFmpeg
import FoundationEssentials
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Images that are numbered in their names, as one clip. Each shows its number.
@Suite struct NumberedImagesTests {
    let scratch: ScratchDirectory
    private let pattern: String

    init() throws {
        scratch = try ScratchDirectory()
        pattern = scratch.file("frames/shot_%05d.png")
    }

    /// Writes 24 images, numbered from 998 on.
    private func write(without missing: Set<Int> = []) throws {
        let clip = try Clip("mkv", frames: 24, at: .fps(25), codec: .ffv1).write(to: scratch)
        let plan = try StillPlan(.every(.frame(1), in: nil), of: MediaDescription(ofFile: clip))
        _ = try StillExporter(plan: plan, format: .png).run(to: .folder(scratch.file("stills")))
        try FileManager.default.createDirectory(atPath: scratch.file("frames"), withIntermediateDirectories: false)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("stills")).sorted()
        try #require(names.count == 24)
        for (number, name) in names.enumerated() where !missing.contains(number) {
            try FileManager.default.moveItem(atPath: scratch.file("stills/\(name)"), toPath: image(number))
        }
    }

    private func image(_ number: Int) -> String {
        scratch.file("frames/shot_0\(number + 998 < 1000 ? "0" : "")\(number + 998).png")
    }

    private func plan(
        _ rate: FrameRate?,
        as container: Container = .mp4,
        _ edit: (inout Composition) throws -> Void = { _ in }
    ) throws -> ExportPlan {
        let media = try MediaDescription(ofFile: pattern, captureRate: rate)
        var composition = try Composition([media.asset])
        try edit(&composition)
        return try ExportPlan(composition, of: [media], settings: ExportSettings(), container: container)
    }

    private func shown(_ plan: ExportPlan, report: (ExportReport) -> Void = { _ in }) throws -> [ClipReader.ShownFrame]
    {
        let output = scratch.file("result.\(plan.container.rawValue)")
        report(try Exporter(plan: plan).run(to: output, overwriting: true))
        return try ClipReader(output).frames()
    }

    @Test(arguments: [FrameRate(240), FrameRate(30000, 1001), FrameRate(100_000), FrameRate(1, 3)])
    func `Each image is presented at its number times the interval`(rate: FrameRate) throws {
        try write()
        let media = try MediaDescription(ofFile: pattern, captureRate: rate)
        #expect(media.path == pattern)
        #expect(media.imageRate == rate)
        #expect(media.assumedRate == nil)
        #expect(media.asset.duration == (try rate.time(ofFrame: 24)))
        let inspection = try MediaInspection(ofFile: pattern, captureRate: rate)
        #expect(inspection.findings.isEmpty)
        let timing = try #require(inspection.timings[0])
        #expect(timing.constantRate == rate)
        #expect(timing.count == 24)
        #expect(inspection.duration == (try rate.time(ofFrame: 24)))
        let stills = try StillPlan(.each([.frame(17), .time(media.asset.duration.scaled(by: 1, over: 2))]), of: media)
            .stills
        #expect(stills.map(\.number) == [12, 17])
        #expect(stills.map(\.instant) == (try [12, 17].map { try rate.time(ofFrame: $0) }))
    }

    @Test func `They are encoded, slowed and reversed to the frame`() throws {
        try write()
        let rate = FrameRate(30000, 1001)
        let slowed = try plan(rate) { try $0.scale(by: PlaybackRate(1, 2)) }
        #expect(slowed.warnings.isEmpty)
        let frames = try shown(slowed)
        #expect(frames.map(\.number) == (0..<24).map { $0 })
        #expect(frames.map(\.time) == (try (0..<24).map { try rate.time(ofFrame: 2 * $0) }))
        let part = try plan(rate) { composition in
            try composition.remove(TimeRange(start: rate.time(ofFrame: 20), end: composition.duration))
            try composition.remove(TimeRange(start: .zero, end: rate.time(ofFrame: 15)))
        }
        #expect(try shown(part).map(\.number) == [15, 16, 17, 18, 19])
    }

    @Test func `Without a rate one is assumed, and that is said`() throws {
        try write()
        let plan = try plan(nil)
        #expect(plan.inputs[0].assumedRate == .fps(25))
        #expect(plan.warnings.count == 1)
        #expect(plan.warnings.first?.contains("25 a second are assumed") == true)
        #expect(try MediaInspection(ofFile: pattern).findings.map(\.kind) == [.assumesRate(.fps(25))])
    }

    @Test func `Where images are missing, the one before is shown for as long`() throws {
        try write(without: [5, 6, 22])
        let plan = try plan(.fps(100))
        #expect(
            plan.warnings.contains(
                "\(pattern) lacks 3 images, the first shot_01003.png: for each, the one before it is shown for as long"
            )
        )
        let frames = try shown(plan)
        let numbers = (0..<24).filter { ![5, 6, 22].contains($0) }.map { Int64($0) }
        #expect(frames.map(\.number) == numbers)
        #expect(frames.map(\.time) == (try numbers.map { try FrameRate(100).time(ofFrame: $0) }))
        let inspection = try MediaInspection(ofFile: pattern, captureRate: .fps(100))
        #expect(inspection.findings.map(\.kind) == [.lacksImages(count: 3, first: "shot_01003.png")])
        #expect(inspection.timings[0]?.count == 21)
        #expect(inspection.duration == RationalTime(24, 100))
        let media = try MediaDescription(ofFile: pattern, captureRate: .fps(100))
        let still = try StillPlan(.each([.time(RationalTime(69, 1000))]), of: media).stills
        #expect(still.map(\.instant) == [RationalTime(4, 100)])
    }

    @Test func `More missing images than there are images are no clip`() throws {
        try write(without: Set(3..<20))
        let error = try #require(failure { try MediaDescription(ofFile: pattern) })
        #expect(error.code == .inputUnreadable)
        #expect(error.message.contains("7 images are there and 17 are missing between them, shot_01001.png first"))
    }

    @Test(arguments: ["empty", "cut", "gone", "folder"])
    func `An image that cannot be read is damage, and the one before stays`(kind: String) throws {
        try write()
        let bytes = try ScratchDirectory.bytes(of: image(9))
        let plan = try plan(.fps(25))
        let place = "frames/shot_01007.png"
        try FileManager.default.removeItem(atPath: image(9))
        switch kind {
        case "empty": _ = try scratch.write([], to: place)
        case "cut": _ = try scratch.write(bytes.prefix(bytes.count / 2), to: place)
        case "folder": try FileManager.default.createDirectory(atPath: image(9), withIntermediateDirectories: false)
        default: break
        }
        var damage: [Damage] = []
        let frames = try shown(plan) { damage = $0.damage }
        #expect(damage.count >= 1)
        if kind != "cut" { #expect(damage.first?.message.contains("shot_01007.png") == true, "\(damage)") }
        let others = (0..<24).filter { $0 != 9 }.map { Int64?($0) }
        #expect(frames.map(\.number).filter { $0 != 9 } == others)
    }

    @Test func `Images of another size become as large as the first`() throws {
        try write()
        let media = try MediaDescription(ofFile: image(4))
        var settings = ExportSettings()
        settings.shape.size = .percent(50)
        settings.video = VideoEncoding(codec: .h264, quality: 10)
        let small = scratch.file("small.mp4")
        let smaller = try ExportPlan(Composition([media.asset]), of: [media], settings: settings, container: .mp4)
        _ = try Exporter(plan: smaller).run(to: small)
        let still = try StillPlan(.each([.frame(0)]), of: MediaDescription(ofFile: small))
        _ = try StillExporter(plan: still, format: .png).run(to: .file(image(4)), overwriting: true)
        #expect(try MediaDescription(ofFile: image(4)).mainVideo?.video?.width == 160)
        let output = scratch.file("result.mp4")
        let report = try Exporter(plan: plan(.fps(25))).run(to: output)
        #expect(report.unlike.count == 1)
        #expect(report.unlike.warning?.hasPrefix("a frame is of another size") == true)
        let reader = try ClipReader(output)
        #expect(reader.streams[0].parameters.width == 320)
        #expect(try reader.frames().map(\.number) == (0..<24).map { $0 })
    }

    /// Their samples are red, green and blue, and frames are made of those of luma and chroma.
    @Test func `Images of which frames are made are no less alike`() throws {
        try write()
        let media = try MediaDescription(ofFile: pattern, captureRate: .fps(25))
        var settings = ExportSettings()
        (settings.inBetween, settings.timing) = (.motion, .constantFrameRate(.fps(50)))
        settings.video = VideoEncoding(codec: .h264, preset: "ultrafast")
        let plan = try ExportPlan(Composition([media.asset]), of: [media], settings: settings, container: .mp4)
        let report = try Exporter(plan: plan).run(to: scratch.file("result.mp4"))
        #expect(report.made?.made ?? 0 > 20)
        #expect(report.unlike.count == 0)
    }

    @Test func `A folder with one series is that series`() throws {
        try write()
        #expect(try MediaDescription(ofFile: scratch.file("frames")).path == pattern)
        #expect(try MediaDescription(ofFile: scratch.file("frames/")).path == pattern)
        // Neither one image alone, nor numbered clips, nor hidden files are a series of images.
        for name in ["note_1.png", "clip_1.mp4", "clip_2.mp4", "._shot_1.tif", "._shot_2.tif"] {
            _ = try scratch.write([1], to: "frames/\(name)")
        }
        #expect(try MediaDescription(ofFile: scratch.file("frames")).path == pattern)
        for name in ["b8.tif", "b9.tif", "b10.tif"] { _ = try scratch.write([1], to: "frames/\(name)") }
        let error = try #require(failure { try MediaDescription(ofFile: scratch.file("frames")) })
        let folder = scratch.file("frames")
        #expect(error.message == "\(folder) holds several series of images: \(folder)/b%d.tif (3), \(pattern) (24)")
    }

    @Test func `What is not there is said, with what is`() throws {
        try write()
        let wrong = scratch.file("frames/shot_%04d.tif")
        let error = try #require(failure { try MediaDescription(ofFile: wrong) })
        #expect(error.code == .inputMissing)
        #expect(error.message.hasSuffix("no numbered image of that name: \(wrong); its folder holds \(pattern) (24)"))
        let two = try #require(failure { try MediaDescription(ofFile: scratch.file("cam%d_%05d.png")) })
        #expect(two.message.hasSuffix("it has 2 numbers, and one tells them apart"))
        #expect(failure { try MediaDescription(ofFile: scratch.file("nowhere/%d.png")) }?.code == .inputMissing)
        #expect(
            failure { try MediaDescription(ofFile: scratch.file("100%.mp4")) }?.message
                == "no such file: \(scratch.file("100%.mp4"))"
        )
    }

    @Test(arguments: ["100%.mp4", "take%d.mp4", "%05d.mp4"])
    func `A file that has a pattern for its name is that file`(name: String) throws {
        let clip = try Clip("mp4", frames: 12, at: .fps(30)).write(to: scratch)
        try FileManager.default.copyItem(atPath: clip, toPath: scratch.file("take1.mp4"))
        try FileManager.default.moveItem(atPath: clip, toPath: scratch.file(name))
        let media = try MediaDescription(ofFile: scratch.file(name), captureRate: .fps(240))
        #expect(!media.isOfImages && media.imageRate == nil && media.assumedRate == nil)
        #expect(media.asset.duration == RationalTime(12, 30))
    }

    @Test(arguments: ["clip_%d.mp4", "text_%d.txt", "raw_%d.yuv"])
    func `Numbered files that are no images are refused`(name: String) throws {
        for number in 1...3 {
            let bytes =
                name.hasSuffix("mp4")
                ? try ScratchDirectory.bytes(of: Clip("mp4", frames: 12, at: .fps(30)).write(to: scratch))
                : Array(repeating: UInt8(ascii: "a"), count: 38016)
            _ = try scratch.write(bytes, to: name.replacing("%d", with: "\(number)"))
        }
        #expect(failure { try MediaDescription(ofFile: scratch.file(name)) }?.code == .inputUnreadable)
    }

    /// All of them but some lead nowhere.
    @Test func `Of a long series no image is opened that is not shown`() throws {
        try write()
        let folder = scratch.file("long")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let count = 5000
        // Decoders with threads read some frames ahead.
        let isThere = 4321..<4721
        for number in 0..<count {
            let target = number == 0 ? image(0) : isThere.contains(number) ? image(7) : "/nowhere"
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(number).png", withDestinationPath: target)
        }
        let rate = FrameRate(30000, 1001)
        let media = try MediaDescription(ofFile: "\(folder)/%d.png", captureRate: rate)
        #expect(media.asset.duration == (try rate.time(ofFrame: Int64(count))))
        let plan = try StillPlan(.each([.frame(4321)]), of: media)
        #expect(plan.stills.map(\.instant) == (try [rate.time(ofFrame: 4321)]))
        let report = try StillExporter(plan: plan, format: .png).run(to: .file(scratch.file("still.png")))
        #expect(report.damageCount == 0)
        let image = try StillPlan(.each([.frame(0)]), of: MediaDescription(ofFile: image(7)))
        _ = try StillExporter(plan: image, format: .png).run(to: .file(scratch.file("image.png")))
        #expect(try pixels("still.png") == pixels("image.png"))
    }

    /// What is made of a still, which is the same of the same samples.
    private func pixels(_ name: String) throws -> [UInt8] {
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: .h264, quality: 10)
        try retime.run(scratch.file(name), to: scratch.file("\(name).mp4"))
        return try ClipReader(scratch.file("\(name).mp4")).packets[0].flatMap(\.payload.bytes)
    }

    @Test func `An image is never written over`() throws {
        try write()
        let media = try MediaDescription(ofFile: pattern)
        let plan = try StillPlan(.each([.frame(2)]), of: media)
        let error = failure {
            _ = try StillExporter(plan: plan, format: .png).run(to: .file(image(11)), overwriting: true)
        }
        #expect(error?.code == .outputIsInput)
    }

    private func failure<Value>(_ body: () throws -> Value) -> ExportError? {
        do { _ = try body() } catch { return error as? ExportError }
        return nil
    }
}
