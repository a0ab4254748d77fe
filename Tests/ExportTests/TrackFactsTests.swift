import Composition
import FFmpeg
import Foundation
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Export

/// What a movie says of its tracks beside their samples is true of the output as well.
@Suite struct TrackFactsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Video, two tracks of audio, and texts.
    private func clip(as container: String = "mp4") throws -> String {
        var clip = Clip("mkv", frames: 24, at: .fps(30))
        clip.audioTracks = [Clip.Audio("aac", samples: 38_400), Clip.Audio("aac", samples: 38_400)]
        clip.subtitles = "1\n00:00:00,000 --> 00:00:00,500\none\n\n"
        let path = scratch.file("clip.\(container)")
        try Retime().run(clip.write(to: scratch, as: "first.mkv"), to: path)
        return path
    }

    private struct Choice: Hashable {
        let isEnabled: Bool
        let group: UInt16
    }

    private func choices(of path: String) throws -> [Choice] {
        try BoxScanner(ByteSource(ScratchDirectory.bytes(of: path))).tracks()
            .map { Choice(isEnabled: $0.isEnabled, group: $0.group) }
    }

    /// Video, audio, audio and texts: one that is enabled beside one that is none, none at all, alternatives, and all together.
    private static let given: [[(isEnabled: Bool, group: UInt16)]] = [
        [(true, 0), (true, 0), (false, 0), (true, 0)], [(true, 0), (false, 0), (false, 0), (false, 0)],
        [(true, 0), (false, 1), (true, 1), (false, 2)], [(true, 0), (true, 0), (true, 0), (true, 7)],
    ]

    @Test(arguments: 0..<4, ["mp4", "mov"])
    func `Tracks that are disabled, and alternatives, stay what they are`(number: Int, container: String) throws {
        let expected = Self.given[number].map { Choice(isEnabled: $0.isEnabled, group: $0.group) }
        var bytes = try ScratchDirectory.bytes(of: clip())
        for (track, choice) in expected.enumerated() {
            bytes = try IndexEdit.setChoice(
                of: bytes,
                track: track,
                isEnabled: choice.isEnabled,
                group: choice.group
            )
        }
        let path = try scratch.write(bytes, to: "chosen.mp4")
        #expect(try choices(of: path) == expected)
        for (place, retime) in [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(15))].enumerated() {
            let result = scratch.file("result\(place).\(container)")
            try retime.run(path, to: result)
            #expect(try choices(of: result) == expected)
        }
        let other = scratch.file("other.mkv")
        try Retime().run(path, to: other)
        let defaults = try ClipReader(other).streams.map { $0.disposition.contains(.defaultStream) }
        #expect(defaults == expected.map(\.isEnabled))
    }

    @Test func `A track that is chosen in place of the enabled one is enabled`() throws {
        let bytes = try IndexEdit.setChoice(
            of: ScratchDirectory.bytes(of: clip()),
            track: 2,
            isEnabled: false,
            group: 0
        )
        let path = try scratch.write(bytes, to: "chosen.mp4")
        var media = try MediaDescription(ofFile: path)
        media.tracks.removeAll { $0.index == 1 }
        var composition = Composition()
        let whole = try TimeRange(start: .zero, end: media.asset.duration)
        try composition.insert(whole, of: media.asset, at: .zero)
        let result = scratch.file("result.mp4")
        _ = try Exporter(plan: ExportPlan(composition, of: [media], container: .mp4)).run(to: result)
        #expect(try choices(of: result)[1].isEnabled)
    }

    /// Of several default tracks of Matroska players take one; in a movie they would play all that are enabled at once.
    @Test func `Of Matroska one track of audio is enabled, and texts that are not shown are not`() throws {
        let result = scratch.file("result.mp4")
        let path = scratch.file("other.mkv")
        var bytes = try ScratchDirectory.bytes(of: clip())
        bytes = try IndexEdit.setChoice(of: bytes, track: 2, isEnabled: true, group: 0)
        bytes = try IndexEdit.setChoice(of: bytes, track: 3, isEnabled: false, group: 0)
        try Retime().run(scratch.write(bytes, to: "chosen.mp4"), to: path)
        #expect(
            try ClipReader(path).streams.map { $0.disposition.contains(.defaultStream) } == [true, true, true, false]
        )
        try Retime().run(path, to: result)
        let choices = try choices(of: result)
        #expect(choices.map(\.isEnabled) == [true, true, false, false])
        #expect(choices[1].group == choices[2].group && choices[1].group != choices[3].group)
    }

    /// Those that only the second clip has come from Matroska.
    @Test func `Of a movie and Matroska one track of audio is enabled`() throws {
        let inputs = try [("mp4", 1), ("mkv", 2)].map { container, count in
            var clip = Clip(container, frames: 24, at: .fps(30))
            clip.audioTracks = Array(repeating: Clip.Audio("aac", samples: 38_400), count: count)
            return try MediaDescription(ofFile: clip.write(to: scratch, as: "clip.\(container)"))
        }
        let result = scratch.file("joined.mp4")
        let plan = try ExportPlan(Composition(inputs.map(\.asset)), of: inputs, container: .mp4)
        _ = try Exporter(plan: plan).run(to: result)
        #expect(try choices(of: result).map(\.isEnabled) == [true, true, false])
    }

    @Test(arguments: ["mp4", "mov", "mkv"]) func `The only video is enabled, with a word of it`(container: String)
        throws
    {
        let shown = try clip()
        let bytes = try IndexEdit.setChoice(
            of: ScratchDirectory.bytes(of: shown),
            track: 0,
            isEnabled: false,
            group: 0
        )
        let path = try scratch.write(bytes, to: "hidden.mp4")
        let kind = try #require(Container(rawValue: container))
        #expect(try Retime().plan(path, for: kind).warnings.contains { $0.contains("is disabled there") })
        #expect(try !Retime().plan(shown, for: kind).warnings.contains { $0.contains("is disabled there") })
        let result = scratch.file("shown.\(container)")
        try Retime().run(path, to: result)
        if container != "mkv" { #expect(try choices(of: result)[0].isEnabled) }
        #expect(try !Retime().plan(result, for: kind).warnings.contains { $0.contains("is disabled there") })
    }

    /// Tracks of Matroska, with the flags by which libavformat says that blocks are not laced made those that disable tracks.
    private func disabled(_ places: [Int], of bytes: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        let file = ElementScanner(ByteSource(bytes))
        let segment = try #require(file.first(.segment, in: file.whole))
        let tracks = try #require(file.first(.tracks, in: segment.content))
        let entries = file.all(.trackEntry, in: tracks.content)
        for place in places {
            let flag = try #require(file.first(.flagLacing, in: entries[place].content))
            bytes[Int(flag.start)] = UInt8(ElementID.flagEnabled.rawValue)
        }
        return bytes
    }

    @Test func `Tracks that Matroska disables stay disabled`() throws {
        let whole = scratch.file("whole.mkv")
        try Retime().run(clip(), to: whole)
        let bytes = try disabled([1, 3], of: ScratchDirectory.bytes(of: whole))
        let path = try scratch.write(bytes, to: "disabled.mkv")
        let again = scratch.file("again.mkv")
        try Retime(.rate(1, 2)).run(path, to: again)
        let written = try ScratchDirectory.bytes(of: again)
        let file = ElementScanner(ByteSource(written))
        #expect(file.tracks().map(\.isEnabled) == [true, false, true, false])
        let segment = try #require(file.first(.segment, in: file.whole))
        let tracks = try #require(file.first(.tracks, in: segment.content))
        let sum = try #require(file.first(.checksum, in: tracks.content))
        let stored = written[Int(sum.content.lowerBound)..<Int(sum.content.upperBound)]
        let number = CyclicChecksum.of(written[Int(sum.content.upperBound)..<Int(tracks.content.upperBound)])
        #expect(stored.reversed().reduce(0) { $0 << 8 | UInt32($1) } == number)
        let movie = scratch.file("movie.mp4")
        try Retime().run(path, to: movie)
        #expect(try choices(of: movie).map(\.isEnabled) == [true, false, true, false])
        // All of it: its video is what the file is there for.
        let dark = try scratch.write(disabled([0, 1, 2], of: ScratchDirectory.bytes(of: whole)), to: "dark.mkv")
        #expect(try Retime().plan(dark, for: .mkv).warnings.contains { $0.contains("is disabled there") })
        try Retime().run(dark, to: scratch.file("dark2.mkv"))
        let shown = try ElementScanner(ByteSource(ScratchDirectory.bytes(of: scratch.file("dark2.mkv"))))
        #expect(shown.tracks().map(\.isEnabled) == [true, false, false, true])
    }

    /// libavformat enables the first where it is a default one.
    @Test func `Where Matroska disables the first video, a movie shows the second`() throws {
        var clip = Clip("mkv", frames: 24, at: .fps(30))
        clip.otherFrames = clip.frames
        let whole = scratch.file("two.mkv")
        try Retime().run(clip.write(to: scratch, as: "first.mkv"), to: whole)
        let path = try scratch.write(disabled([0], of: ScratchDirectory.bytes(of: whole)), to: "second.mkv")
        #expect(try !Retime().plan(path, for: .mp4).warnings.contains { $0.contains("is disabled there") })
        let movie = scratch.file("second.mp4")
        try Retime().run(path, to: movie)
        #expect(try choices(of: movie).map(\.isEnabled) == [false, true])
    }

    private static let lens = "com.apple.quicktime.camera.lens_model"
    private static let items = [
        MovieKeysBox.Item(key: lens, value: .text("back camera 6.86mm f/1.78")),
        MovieKeysBox.Item(
            key: "com.apple.quicktime.camera.focal_length.35mm_equivalent",
            value: .number("24", .int32, count: 4)
        ),
        MovieKeysBox.Item(key: "org.example.lens", value: .text("a lens")),
        MovieKeysBox.Item(key: "exposure", value: .number("3", .int8, count: 1)),
        MovieKeysBox.Item(key: "com.example.point", value: .stored(type: 70, [0, 0, 128, 63, 0, 0, 0, 64])),
    ]

    @Test(arguments: ["mov", "mp4"]) func `What a camera says of its lens stays with the track`(container: String)
        throws
    {
        let bytes = try IndexEdit.replace(of: ScratchDirectory.bytes(of: clip(as: "mov")), track: 0) { boxes in
            boxes + MovieBox.list(in: MovieKeysBox(Self.items).bytes[...])
        }
        let path = try scratch.write(bytes, to: "phone.mov")
        #expect(try MediaDescription(ofFile: path).tracks[0].text(Self.lens) == "back camera 6.86mm f/1.78")
        let matroska = scratch.file("between.mkv")
        try Retime().run(path, to: matroska)
        #expect(try ClipReader(matroska).streams[0].metadata(Self.lens.uppercased()) != nil)
        // Out of it come those that are named by a domain.
        let back = scratch.file("back.\(container)")
        try Retime().run(matroska, to: back)
        let keys = try BoxScanner(ByteSource(ScratchDirectory.bytes(of: back))).tracks().map(\.keys)
        #expect(keys.map { Set($0) } == [Set(Self.items[..<3]), [], [], []])
        for (place, retime) in [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(15))].enumerated() {
            let result = scratch.file("result\(place).\(container)")
            try retime.run(path, to: result)
            let tracks = try BoxScanner(ByteSource(ScratchDirectory.bytes(of: result))).tracks()
            #expect(tracks.map { Set($0.keys) } == [Set(Self.items), [], [], []])
            // It is still read.
            #expect(try ClipReader(result).frames().isEmpty == false)
        }
    }

    @Test func `What is said of a track is not left out without a word`() throws {
        let bytes = try IndexEdit.replace(of: ScratchDirectory.bytes(of: clip(as: "mov")), track: 0) { boxes in
            boxes + MovieBox.list(in: MovieKeysBox(Self.items).bytes[...])
        }
        let path = try scratch.write(bytes, to: "phone.mov")
        let plan = try Retime().plan(path, for: .mov)
        let streams = try ClipReader(path).streams
        let tracks = plan.carried.map { track in
            let stream = streams[track.source.index]
            return (
                plan: track,
                description: Muxer.StreamDescription(parameters: stream.parameters, timeBase: stream.timeBase)
            )
        }
        // Behind the index lies a box.
        let longer = try scratch.write(bytes + [0, 0, 0, 8] + Array("free".utf8), to: "longer.mov")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: longer))
        let error = #expect(throws: ExportError.self) {
            try MovieTracks(descriptor: file.fileDescriptor, plan: plan, tracks: tracks).write()
        }
        #expect(error?.code == .fault)
        let entry = #expect(throws: ExportError.self) {
            try SampleEntryExtension(descriptor: file.fileDescriptor).add(Self.stereo, toTrack: 0)
        }
        #expect(entry?.code == .fault && entry?.description.contains("st3d") == true)
        var writer = ByteWriter()
        writer.box("moov") { $0.box("udta") { $0.box("FIRM") { $0.append([1, 2, 3]) } } }
        let firmware = BoxScanner(ByteSource(writer.bytes)).cameraData()
        #expect(firmware.count == 1)
        let camera = #expect(throws: ExportError.self) {
            try MovieCameraData(boxes: firmware).write(to: file.fileDescriptor)
        }
        #expect(camera?.code == .fault)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: longer))) == bytes + [0, 0, 0, 8] + Array("free".utf8))
    }

    /// libavformat takes what the track says of itself for what the movie says.
    @Test func `What a movie says in front of its tracks is not what they say`() throws {
        let bytes = try IndexEdit.replace(of: ScratchDirectory.bytes(of: clip(as: "mov")), track: 0) { boxes in
            boxes + MovieBox.list(in: MovieKeysBox(Self.items).bytes[...])
        }
        let make = MovieKeysBox([MovieKeysBox.Item(key: "com.apple.quicktime.make", value: .text("Apple"))])
        let boxes = MovieBox.list(in: bytes[...])
        let index = try #require(boxes.last)
        var writer = ByteWriter()
        for box in boxes.dropLast() { writer.box(box) }
        writer.box("moov") { writer in
            for (number, box) in index.children.enumerated() {
                writer.box(box)
                if number == 0 { writer.append(make.bytes) }
            }
        }
        let media = try MediaDescription(ofFile: scratch.write(writer.bytes, to: "before.mov"))
        #expect(media.metadata.first { $0.key == "com.apple.quicktime.make" }?.value == "Apple")
        #expect(media.tracks[0].text(Self.lens) == "back camera 6.86mm f/1.78")
    }

    private static let stereo = MovieBox(type: "st3d", payload: [0, 0, 0, 0, 2])
    private static let eyes = MovieBox(
        type: "vexu",
        payload: [0, 0, 0, 8] + Array("eyes".utf8)[...]
    )
    private static let field = MovieBox(type: "hfov", payload: [0, 0, 247, 168])

    @Test(arguments: ["mov", "mp4"]) func `Frames for two eyes are told to be such`(container: String) throws {
        let added = [Self.stereo, Self.eyes, Self.field]
        let bytes = try IndexEdit.describe(ScratchDirectory.bytes(of: clip(as: "mov")), track: 0, adding: added)
        let path = try scratch.write(bytes, to: "eyes.mov")
        func views(_ path: String) throws -> Set<MovieBox> {
            Set(try BoxScanner(ByteSource(ScratchDirectory.bytes(of: path))).tracks()[0].samples.viewBoxes)
        }
        #expect(try views(path) == Set(added))
        let copy = scratch.file("copy.\(container)")
        #expect(try Retime().plan(path, for: .mov).warnings.isEmpty)
        try Retime(.rate(1, 2)).run(path, to: copy)
        #expect(try views(copy) == Set(added))
        #expect(try ClipReader(copy).streams[0].sideData.contains(where: \.isStereo))
        let encoded = scratch.file("encoded.\(container)")
        try Retime(to: .fps(15)).run(path, to: encoded)
        // What the encoder got is one stream of frames.
        #expect(try views(encoded) == [Self.stereo])
        let warnings = try Retime(to: .fps(15)).plan(path, for: .mov).warnings
        let lost = "holds frames for two eyes (vexu), which is lost: only the first one's frames are encoded"
        #expect(warnings == ["track 0 (video, h264) \(lost)"])
        // Its halves would no longer be those of the eyes.
        var cropped = Retime(to: .fps(15))
        cropped.settings.shape.crop = .area(width: 160, height: 90, left: 0, top: 0)
        try cropped.run(path, to: scratch.file("cropped.\(container)"))
        #expect(try views(scratch.file("cropped.\(container)")) == [])
    }

    @Test func `Frames for two eyes are told to be such out of Matroska and into it`() throws {
        let bytes = try IndexEdit.describe(ScratchDirectory.bytes(of: clip()), track: 0, adding: [Self.stereo])
        let (matroska, movie) = (scratch.file("eyes.mkv"), scratch.file("eyes.mov"))
        try Retime().run(scratch.write(bytes, to: "eyes.mp4"), to: matroska)
        #expect(try Retime().plan(matroska, for: .mov).warnings.isEmpty)
        try Retime().run(matroska, to: movie)
        let tracks = try BoxScanner(ByteSource(ScratchDirectory.bytes(of: movie))).tracks()
        #expect(tracks[0].samples.viewBoxes == [Self.stereo])
        var avi = Retime(to: .fps(15))
        avi.settings.audio = AudioEncoding(codec: .pcm)
        let warnings = try avi.plan(matroska, for: .avi).warnings
        #expect(warnings.contains { $0.hasSuffix("in each frame, which is lost: avi cannot say it") }, "\(warnings)")
    }
}
