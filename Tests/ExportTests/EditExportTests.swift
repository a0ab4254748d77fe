import Composition
import FFmpeg
import MediaFormats
import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

/// Edits from a file to a file.
@Suite struct EditExportTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `Rates and ramps are copied: payloads identical, every frame at its mapped instant`(container: String) throws {
        let clip = Clip(container, frames: 240, at: .fps(120))
        let edits: [Edit] = [
            .ramp(try range(1, 3), from: .normal, to: .rate(1, 4), .smooth), .rate(try range(3, 6), .rate(1, 4)),
            .ramp(try range(6, 8), from: .rate(1, 4), to: .normal, .linear),
        ]
        let input = try clip.write(to: scratch)
        var composition = try Composition([MediaDescription(ofFile: input).asset])
        try composition.apply(edits)
        let (source, result) = (try ClipReader(input), try export([input], composition, to: "edited.\(container)"))
        #expect(result.packets[0].map(\.payload) == source.packets[0].map(\.payload))
        #expect(try result.frames().map(\.number) == (0..<240).map { $0 })
        let tick = container == "mkv" ? RationalTime(1, 1000) : RationalTime(1, 100_000)
        let shown = result.packets[0].compactMap(\.pts).sorted()
        for (index, instant) in shown.enumerated() {
            let exact = try target(of: RationalTime(Int64(index), 120), in: composition)
            #expect(abs(instant.seconds - exact) <= tick.seconds, "frame \(index)")
        }
    }

    @Test func `Backwards, every frame is shown once, the last one first`() throws {
        let edits: [Edit] = [.reverse(try range(2, 6), .normal)]
        let expected = Array(0..<60) + (60..<180).reversed() + Array(180..<240)
        for timing in [ExportSettings.OutputTiming.constantFrameRate(.fps(120)), .passthrough] {
            let result = try edited(Clip("mp4", frames: 240, at: .fps(120)), edits, timing)
            #expect(try result.frames().map(\.number) == expected.map(Int64.init))
        }
    }

    @Test func `Encoded, a frame in which an edit begins is one frame still`() throws {
        // Both ends of the part lie within frames, which last a sixth of a second.
        let edits: [Edit] = [.rate(try range(1, 3), .rate(1, 4))]
        let result = try edited(Clip("mp4", frames: 12, at: .fps(6)), edits, .passthrough)
        #expect(try result.frames().map(\.number) == Array(0..<12))
        // 1/12 s of the second frame is played at a quarter of the speed.
        let starts = try result.frames().map(\.time.seconds)
        for (frame, start) in [(1, 1.0 / 6), (2, 0.25 + 1.0 / 3), (3, 0.25 + 1), (5, 2.25 + 1.0 / 12)] {
            #expect(abs(starts[frame] - start) < 1e-4, "frame \(frame)")
        }
    }

    @Test func `A held frame fills its time, and the film goes on from it`() throws {
        let edits: [Edit] = [.hold(at: RationalTime(1, 2), RationalTime(3, 4))]
        let constant = try edited(Clip("mp4", frames: 120, at: .fps(120)), edits, .constantFrameRate(.fps(120)))
        let held = Array(repeating: 60 as Int64, count: 90)
        #expect(try constant.frames().map(\.number) == (0..<60).map { $0 } + held + (60..<120).map { $0 })
        let variable = try edited(Clip("mp4", frames: 120, at: .fps(120)), edits, .passthrough)
        #expect(try variable.frames().map(\.number) == (0..<120).map { $0 })
        #expect(try variable.end(ofStream: 0) == RationalTime(7, 4))
    }

    @Test func `A pause is black, and silent`() throws {
        var clip = Clip("mov", frames: 120, at: .fps(120))
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let input = try clip.write(to: scratch)
        var composition = try Composition([MediaDescription(ofFile: input).asset])
        try composition.insertGap(TimeRange(start: RationalTime(1, 2), duration: RationalTime(1, 2)))
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(60))
        settings.audio = AudioEncoding(codec: .pcm)
        let result = try export([input], composition, settings, to: "paused.mov")
        let frames = try result.frames()
        #expect(frames.count == 90)
        #expect(frames[..<30].map(\.number) == (0..<30).map { 2 * $0 })
        #expect(frames[60...].map(\.number) == (30..<60).map { 2 * $0 })
        let audio = try result.audio(ofStream: 1)
        #expect(audio.channels[0].count == 72_000)
        #expect(audio.channels[0][24_000..<48_000].allSatisfy { $0 == 0 })
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `Plan and export agree, frame by frame`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let input = try Clip("mp4", frames: 240, at: .fps(60)).write(to: scratch)
        let media = try MediaDescription(ofFile: input)
        var composition = try Composition([media.asset])
        try composition.apply(RandomEdits.make(within: media.asset.duration, using: &generator))
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(30))
        settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
        var planned: [Int64: Int64] = [:]
        for case .segment(let selector, _) in try #require(plan.video).frameSteps(at: .fps(30)) {
            for number in 0..<240 as Range<Int64> {
                let isLast = number == 239 && !selector.isOpenEnded
                let end = isLast ? nil : RationalTime(number + 1, 60)
                for place in try selector.outputFrames(ofFrameFrom: RationalTime(number, 60), to: end) {
                    planned[place] = number
                }
            }
        }
        let result = try export([input], composition, settings, to: "random.mp4")
        let shown = try result.frames().map(\.number)
        #expect(shown == planned.keys.sorted().compactMap { planned[$0] })
        #expect(plan.counts?.frames == Int64(shown.count))
    }

    @Test func `Files of one kind follow one another without being encoded`() throws {
        let clip = Clip("mp4", frames: 60, at: .fps(120))
        let (a, b) = (try clip.write(to: scratch), try clip.write(to: scratch, as: "second"))
        let composition = try Composition([MediaDescription(ofFile: a).asset, MediaDescription(ofFile: b).asset])
        let result = try export([a, b], composition, to: "both.mp4")
        let source = try [a, b].map { try ClipReader($0).packets[0].map(\.payload) }
        #expect(result.packets[0].map(\.payload) == source[0] + source[1])
        #expect(try result.frames().map(\.number) == (0..<60).map { $0 } + (0..<60).map { $0 })
        #expect(try result.end(ofStream: 0) == RationalTime(1, 1))
    }

    /// The copy states a rate of its own in the frames' headers, which no decoder heeds.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc])
    func `A clip and a slowed copy of it follow one another without being encoded`(codec: Clip.FrameCodec) throws {
        let clip = try Clip("mp4", frames: 60, at: .fps(120), codec: codec).write(to: scratch)
        var slow = try Composition([MediaDescription(ofFile: clip).asset])
        try slow.scale(by: .rate(1, 2))
        _ = try export([clip], slow, to: "slow.mp4")
        let paths = [clip, scratch.file("slow.mp4")]
        let media = try paths.map { try MediaDescription(ofFile: $0) }
        #expect(media[0].streams[0].parameters.extradata != media[1].streams[0].parameters.extradata)
        let result = try export(paths, Composition(media.map(\.asset)), to: "replay.mp4")
        let source = try paths.map { try ClipReader($0).packets[0].map(\.payload) }
        #expect(result.packets[0].map(\.payload) == source[0] + source[1])
        #expect(try result.frames().map(\.number) == (0..<60).map { $0 } + (0..<60).map { $0 })
        #expect(result.packets[0].compactMap(\.pts).max() == RationalTime(89, 60))
    }

    @Test func `Files that differ are brought to the first one's size and audio`() throws {
        var first = Clip("mov", frames: 60, at: .fps(120))
        first.audioTracks = [Clip.Audio(samples: 24_000)]
        var second = Clip("mov", frames: 30, at: .fps(30))
        second.frames?.width = 640
        second.frames?.height = 360
        var stereo = Clip.Audio(samples: 44_100)
        stereo.sampleRate = 44_100
        stereo.channels = 2
        second.audioTracks = [stereo]
        let (a, b) = (try first.write(to: scratch), try second.write(to: scratch, as: "second"))
        let composition = try Composition([MediaDescription(ofFile: a).asset, MediaDescription(ofFile: b).asset])
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(30))
        settings.audio = AudioEncoding(codec: .pcm)
        let result = try export([a, b], composition, settings, to: "both.mov")
        #expect(try result.frames().map(\.number) == (0..<15).map { 4 * $0 } + (0..<30).map { $0 })
        #expect(result.streams[0].parameters.width == 320)
        #expect(result.streams[1].parameters.sampleRate == 48_000)
        #expect(try result.audio(ofStream: 1).channels[0].count == 72_000)
    }

    @Test func `The second clip is there where the first lasts longer than it says`() throws {
        // 40 frames at 120 fps end between two of Matroska's milliseconds.
        let paths = try ["one", "two"].map { name in
            try Clip("mkv", frames: 40, at: .fps(120), codec: .mjpeg).write(to: scratch, as: name)
        }
        let composition = try Composition(paths.map { try MediaDescription(ofFile: $0).asset })
        let result = try export(paths, composition, to: "both.mov")
        #expect(result.packets[0].count == 80)
        let stream = result.streams[0]
        let length = Double(try #require(stream.duration).magnitude) / Double(stream.timeBase.denominator)
        #expect(abs(length - 80.0 / 120) < 0.01)
    }
}

extension EditExportTests {
    /// Quarters of a second.
    private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: RationalTime(start, 4), end: RationalTime(end, 4))
    }

    private func edited(_ clip: Clip, _ edits: [Edit], _ timing: ExportSettings.OutputTiming) throws -> ClipReader {
        let input = try clip.write(to: scratch)
        var composition = try Composition([MediaDescription(ofFile: input).asset])
        try composition.apply(edits)
        var settings = ExportSettings()
        settings.timing = timing
        settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        return try export([input], composition, settings, to: "edited.\(clip.container)")
    }

    private func export(
        _ inputs: [String],
        _ composition: Composition,
        _ settings: ExportSettings = ExportSettings(),
        to name: String
    ) throws -> ClipReader {
        let output = scratch.file(name)
        let plan = try ExportPlan(
            composition,
            of: inputs.map { try MediaDescription(ofFile: $0) },
            settings: settings,
            container: try #require(Container(forPath: output))
        )
        _ = try Exporter(plan: plan).run(to: output, overwriting: true)
        return try ClipReader(output)
    }

    /// When a source instant is played, in seconds.
    private func target(of instant: RationalTime, in composition: Composition) throws -> Double {
        for case .media(let media) in composition.tracks[0].segments where instant < media.mapping.source.end {
            return Double(try media.mapping.targetTicks(ofSource: instant, over: 10_000_000, rounding: .nearest)) / 1e7
        }
        return composition.duration.seconds
    }
}
