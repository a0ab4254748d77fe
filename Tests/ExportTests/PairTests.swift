import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Two clips that are shown together.
@Suite struct PairTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func side(
        _ name: String,
        at rate: FrameRate,
        frames: Int,
        mark: RationalTime,
        played: PlaybackRate = .normal
    )
        throws -> PairSide
    {
        var clip = Clip("mkv", frames: frames, at: rate, codec: .ffv1)
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let path = try clip.write(to: scratch, as: name)
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.scale(by: played)
        return PairSide(composition, of: media, mark: try played.targetDuration(of: mark))
    }

    /// The numbers of the frames in a part of the result.
    private func numbers(in crop: FrameCrop, of path: String, as name: String) throws -> [Int64?] {
        var retime = Retime()
        retime.settings.shape.crop = crop
        retime.settings.video = VideoEncoding(codec: .ffv1)
        try retime.run(path, to: scratch.file(name))
        return try ClipReader(scratch.file(name)).frames().map(\.number)
    }

    /// The frame that is shown at an output frame's instant, counted from the mark; `nil` where there is none.
    private func expected(
        _ place: Int64,
        output: Int64,
        start: RationalTime,
        _ side: (rate: Int64, frames: Int64, mark: RationalTime),
        played: RationalTime
    ) throws -> Int64? {
        let since = try RationalTime(place, output) - start
        let source = try since.scaled(by: played.value, over: played.timescale) + side.mark
        guard !source.isNegative else { return nil }
        let number = try source.ticks(over: Int32(side.rate), rounding: .down)
        return number < side.frames ? number : nil
    }

    @Test(arguments: PairLayout.allCases)
    func `Each shows exactly its own frames, in step from the marks on`(layout: PairLayout) throws {
        let marks = (RationalTime(30, 240), RationalTime(11, 30))
        let half = PlaybackRate(1, 2)
        let first = try side("a", at: .fps(240), frames: 96, mark: marks.0, played: half)
        let second = try side("b", at: .fps(30), frames: 18, mark: marks.1, played: half)
        var settings = PairSettings()
        settings.layout = layout
        settings.frameRate = .fps(60)
        settings.video = VideoEncoding(codec: .ffv1)
        let plan = try ExportPlan(pairing: first, with: second, settings: settings, container: .mkv)
        let report = try Exporter(plan: plan).run(to: scratch.file("both.mkv"))
        let start = max(first.mark, second.mark)
        let count = report.frames.shown
        let ends = [(0.4 - 0.125) * 2, (0.6 - marks.1.seconds) * 2].map { $0 + start.seconds }
        #expect(abs(Double(count) / 60 - (ends.max() ?? 0)) < 0.02)
        let stream = try ClipReader(scratch.file("both.mkv")).streams[0].parameters
        #expect(
            (stream.width, stream.height)
                == (layout == .side ? (640, 180) : layout == .stack ? (320, 360) : (320, 180))
        )
        guard layout != .overlay else { return }
        let crops: [FrameCrop] = [
            .area(width: 320, height: 180, left: 0, top: 0),
            .area(width: 320, height: 180, left: layout == .side ? 320 : 0, top: layout == .stack ? 180 : 0),
        ]
        let played = RationalTime(1, 2)
        let sides = [(Int64(240), Int64(96), marks.0), (Int64(30), Int64(18), marks.1)]
        for (number, (crop, side)) in zip(crops, sides).enumerated() {
            let numbers = try numbers(in: crop, of: scratch.file("both.mkv"), as: "cropped\(number).mkv")
            #expect(numbers.count == Int(count))
            for (place, number) in numbers.enumerated() {
                #expect(
                    try number == expected(Int64(place), output: 60, start: start, side, played: played),
                    "frame \(place) of \(crop)"
                )
            }
        }
    }

    @Test(arguments: PairSettings.Sound.allCases)
    func `The audio is that of the clip that was asked for, as late as its frames`(sound: PairSettings.Sound) throws {
        let first = try side("a", at: .fps(60), frames: 60, mark: .zero)
        let second = try side("b", at: .fps(60), frames: 60, mark: RationalTime(1, 2))
        var settings = PairSettings()
        (settings.sound, settings.video) = (sound, VideoEncoding(codec: .ffv1))
        let plan = try ExportPlan(pairing: first, with: second, settings: settings, container: .mkv)
        _ = try Exporter(plan: plan).run(to: scratch.file("both.mkv"))
        let result = try ClipReader(scratch.file("both.mkv"))
        guard sound != .none else { return #expect(result.streams(.audio).isEmpty) }
        let audio = try result.audio(ofStream: 1)
        let samples = audio.channels[0]
        let silence = audio.start.seconds + Double(samples.prefix { abs($0) < 0.001 }.count) / Double(audio.sampleRate)
        let alone = try ClipReader(scratch.file("a.mkv")).audio(ofStream: 1)
        let own = Double(alone.channels[0].prefix { abs($0) < 0.001 }.count) / Double(alone.sampleRate)
        #expect(abs(silence - own - (sound == .first ? 0.5 : 0)) < 0.002)
    }

    /// Where only the other one is heard, each is faded.
    @Test func `Mixed, each is heard at half of its level, to the sample`() throws {
        let first = try side("a", at: .fps(60), frames: 60, mark: .zero)
        let second = try side("b", at: .fps(60), frames: 60, mark: RationalTime(1, 2))
        var settings = PairSettings()
        (settings.sound, settings.video) = (.both, VideoEncoding(codec: .ffv1))
        let plan = try ExportPlan(pairing: first, with: second, settings: settings, container: .mkv)
        _ = try Exporter(plan: plan).run(to: scratch.file("both.mkv"))
        let mixed = try ClipReader(scratch.file("both.mkv")).audio(ofStream: 1).channels
        let own = try ["a.mkv", "b.mkv"].map { try ClipReader(scratch.file($0)).audio(ofStream: 1).channels }
        #expect(mixed[0].count == 72_000)
        for channel in mixed.indices {
            for index in mixed[channel].indices {
                let rise = min(1, Float(index - 24_000) / 144)
                let one = index >= 24_000 ? rise * own[0][channel][index - 24_000] : 0
                let fall = min(1, Float(48_000 - index - 1) / 144)
                let other = index < 48_000 ? fall * own[1][channel][index] : 0
                // The result has steps of 16 bits.
                try #require(abs(mixed[channel][index] - (one + other) / 2) < 1.1 / 32_768, "sample \(index)")
            }
        }
        // Where only one has audio, it is heard as it is.
        let silent = try Clip("mkv", frames: 60, at: .fps(60), codec: .ffv1).write(to: scratch, as: "silent")
        let media = try MediaDescription(ofFile: silent)
        let mute = PairSide(try Composition([media.asset]), of: media, mark: .zero)
        let alone = try ExportPlan(pairing: mute, with: first, settings: settings, container: .mkv)
        #expect(alone.warnings.contains("only one of the clips has audio, which is heard alone"))
        _ = try Exporter(plan: alone).run(to: scratch.file("alone.mkv"))
        let heard = try ClipReader(scratch.file("alone.mkv")).audio(ofStream: 1).channels
        #expect(heard[0] == own[0][0])
        // The one that is to be heard has none, and the other one has.
        settings.sound = .first
        let none = try ExportPlan(pairing: mute, with: first, settings: settings, container: .mkv)
        #expect(none.warnings.contains("\(silent) is to be heard, and has no audio: the result has none"))
    }

    /// libav does not say how large a moving WebP image is.
    @Test func `What cannot be shown is refused with its reason, though it states no size`() throws {
        let image = scratch.file("moving.webp")
        var retime = Retime(to: .fps(30))
        retime.settings.video = VideoEncoding(codec: .webp)
        try retime.run(Clip("mp4", frames: 6, at: .fps(30)).write(to: scratch), to: image)
        let media = try MediaDescription(ofFile: image)
        let moving = PairSide(try Composition([media.asset]), of: media, mark: .zero)
        let clip = try side("clip", at: .fps(60), frames: 60, mark: .zero)
        for sides in [(moving, clip), (clip, moving)] {
            let error = #expect(throws: ExportError.self) {
                try ExportPlan(pairing: sides.0, with: sides.1, container: .mp4)
            }
            #expect(error?.code == .nothingToExport)
            #expect(error?.message.contains("it is a moving WebP image (6 frames)") == true)
        }
    }

    @Test func `Sizes that differ become one height, and a size may be asked for`() throws {
        let canvas = try PairCanvas(
            .side,
            FrameExtent(width: 1920, height: 1080),
            FrameExtent(width: 1080, height: 1920),
            .exact(width: 1280, height: 720)
        )
        #expect((canvas.width, canvas.height) == (1280, 544) || canvas.width <= 1280 && canvas.height <= 720)
        #expect(canvas.places[0].height == canvas.places[1].height)
        let usual = try PairCanvas(
            .stack,
            FrameExtent(width: 3840, height: 2160),
            FrameExtent(width: 1920, height: 1080),
            nil
        )
        #expect((usual.width, usual.height) == (1920, 2160))
        #expect(usual.places[1].top == 1080)
    }

    /// AAC in MP4 has no word for such loudspeakers.
    @Test(arguments: PairSettings.Sound.allCases)
    func `Channels that are not heard hinder nothing`(sound: PairSettings.Sound) throws {
        var clip = Clip("mov", frames: 30, at: .fps(30))
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        (clip.audioTracks[0].channels, clip.audioTracks[0].layout) = (7, "6.1(front)")
        let media = try MediaDescription(ofFile: clip.write(to: scratch, as: "rare"))
        let rare = PairSide(try Composition([media.asset]), of: media, mark: .zero)
        let usual = try side("a", at: .fps(30), frames: 30, mark: .zero)
        var settings = PairSettings()
        settings.sound = sound
        if sound == .first || sound == .none {
            let plan = try ExportPlan(pairing: usual, with: rare, settings: settings, container: .mp4)
            #expect(plan.carried.map(\.source.kind) == (sound == .none ? [.video] : [.video, .audio]))
            #expect(!plan.warnings.contains { $0.contains("left out") })
        } else {
            let error = #expect(throws: ExportError.self) {
                try ExportPlan(pairing: usual, with: rare, settings: settings, container: .mp4)
            }
            #expect(error?.code == .channelsNotCarried(.aac, .mp4))
        }
    }

    /// In milliseconds: thirty frames a second, and then six; a phone that misses two; a rate that the file claims and its frames do not have.
    private static let instants: [[Int64]] = {
        let thirtieths: [Int64] = (0..<60).map { (number: Int64) in number * 1000 / 30 }
        let sixths: [Int64] = (0..<6).map { (number: Int64) in 1000 + number * 1000 / 6 }
        let missing: [Int64] = Array(thirtieths[..<20] + thirtieths[21..<41] + thirtieths[42...])
        let eighths: [Int64] = (0..<20).map { (number: Int64) in number * 125 }
        return [Array(thirtieths.prefix(30)) + sixths, missing, eighths]
    }()

    @Test(arguments: [(0, 30, 30), (1, 25, 30), (2, 25, 8)])
    func `Without a rate that is asked for, every frame is shown`(number: Int, claimed: Int, rate: Int) throws {
        let ticks = Self.instants[number]
        var clip = Clip("mkv", frames: ticks.count, at: .fps(Int32(claimed)), codec: .ffv1)
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 33)
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        let side = PairSide(try Composition([media.asset]), of: media, mark: .zero)
        var settings = PairSettings()
        settings.video = VideoEncoding(codec: .ffv1)
        let plan = try ExportPlan(pairing: side, with: side, settings: settings, container: .mkv)
        #expect(plan.timing == .constantFrameRate(.fps(Int32(rate))))
        _ = try Exporter(plan: plan).run(to: scratch.file("both.mkv"))
        let numbers = try numbers(
            in: .area(width: 320, height: 180, left: 0, top: 0),
            of: scratch.file("both.mkv"),
            as: "cropped.mkv"
        )
        #expect(Set(numbers) == Set((0..<Int64(ticks.count)).map(Optional.some)))
    }

    @Test func `A clip without video is refused`() throws {
        let path = try Clip("wav", audio: Clip.Audio(samples: 48_000)).write(to: scratch, as: "sound")
        let media = try MediaDescription(ofFile: path)
        let sound = PairSide(try Composition([media.asset]), of: media, mark: .zero)
        let first = try side("a", at: .fps(60), frames: 10, mark: .zero)
        #expect(throws: ExportError.self) { try ExportPlan(pairing: first, with: sound, container: .mp4) }
        #expect(throws: ExportError.self) { try ExportPlan(pairing: first, with: first, container: .wav) }
    }

    @Test(arguments: PairSettings.Sound.allCases)
    func `A part in which a clip shows no frame is refused with that part`(sound: PairSettings.Sound) throws {
        let first = try side("a", at: .fps(60), frames: 60, mark: .zero)
        // Its audio lasts for a second, its frames for a third of that.
        var clip = Clip("mp4", frames: 20, at: .fps(60))
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        let media = try MediaDescription(ofFile: clip.write(to: scratch, as: "b"))
        var short = PairSide(try Composition([media.asset]), of: media, mark: .zero)
        let half = RationalTime(1, 2)
        try short.composition.remove(TimeRange(start: .zero, end: half))
        var settings = PairSettings()
        settings.sound = sound
        let error = #expect(throws: ExportError.self) {
            try ExportPlan(pairing: first, with: short, settings: settings, container: .mp4)
        }
        #expect(error?.code == .nothingToExport)
        #expect(
            error?.message == "the video of \(short.input.path) shows no frame in 0.5s..\(media.asset.duration)",
            "\(error as Any)"
        )
    }
}
