import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Timecode of movies whose tracks of it have edit lists or several samples, as editors leave them.
@Suite struct RunningTimecodeTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Sixty frames at 30 a second, all of them key frames, with a timecode that `change` alters.
    private func clip(
        at rate: FrameRate = .fps(30),
        from code: String = "10:00:00:00",
        _ change: (inout [UInt8], _ unit: UInt32, _ movie: UInt32) throws -> Void
    ) throws -> String {
        var clip = Clip("mov", frames: 60, at: rate)
        clip.frames?.keyInterval = 1
        clip.frames?.bFrames = 0
        clip.metadata = [MetadataEntry(key: "timecode", value: code)]
        let path = try clip.write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let unit = UInt32(try ClipReader(path).streams[1].timeBase.denominator)
        try change(&bytes, unit, MovieFile.timescale(of: bytes))
        return try scratch.write(bytes, to: "changed.mov")
    }

    private func timecode(of path: String) throws -> String? {
        try ClipReader(path).streams.first { $0.parameters.fourCC == "tmcd" }?.metadata("timecode")
    }

    /// Half a second of all tracks is cut off at the beginning, without a change of any sample.
    @Test func `Where edit lists begin later, it is that of the frame there`() throws {
        let path = try clip { bytes, unit, movie in
            for track in 0...1 {
                try MovieFile.setEdits(of: &bytes, track: track, to: [(movie, Int32(unit / 2), 1 << 16)])
            }
        }
        let media = try MediaDescription(ofFile: path)
        for track in media.tracks {
            #expect(track.metadata.first { $0.key == "timecode" }?.value == "10:00:00:15")
        }
        for (number, range) in [0..<30, 10..<20].enumerated() {
            var retime = Retime()
            retime.trim = try TimeRange(
                start: FrameRate.fps(30).time(ofFrame: Int64(range.lowerBound)),
                end: FrameRate.fps(30).time(ofFrame: Int64(range.upperBound))
            )
            let result = scratch.file("result\(number).mov")
            try retime.run(path, to: result)
            #expect(try ClipReader(result).frames().first?.number == Int64(15 + range.lowerBound))
            #expect(try timecode(of: result) == "10:00:00:\(15 + range.lowerBound)")
        }
    }

    /// A movie whose track of timecode says that numbers below zero are those of frames before midnight.
    private func allowingNegative(_ path: String) throws -> String {
        let table: [BoxType] = ["mdia", "minf", "stbl", "stsd"]
        let bytes = try ScratchDirectory.bytes(of: path)
        let media = try #require(BoxScanner(ByteSource(bytes)).first("moov"))
        // Its samples lie behind the index.
        let (index, rest) = (bytes[..<Int(media.range.upperBound)], bytes[Int(media.range.upperBound)...])
        let changed = try IndexEdit.replace(of: Array(index), track: 1) { boxes in
            IndexEdit.change(table, in: boxes) { payload in
                var payload = Array(payload)
                payload[8 + 8 + 12 + 3] |= 4
                return payload
            }
        }
        return try scratch.write(changed + rest, to: "negative.mov")
    }

    /// libavformat takes the sign for that of the hours alone.
    @Test(
        arguments: [
            (FrameRate.fps(30), "10:00:00:00", -126_000, "-01:10:00:00"),
            (FrameRate.fps(30), "10:00:00:00", -108_000, "-01:00:00:00"),
            (FrameRate(30000, 1001), "10:00:00;00", -(107_892 + 17_982 + 1800), "-01:11:00;02"),
        ] as [(FrameRate, String, Int32, String)]
    )
    func `Hours before midnight are before it`(rate: FrameRate, start: String, number: Int32, expected: String) throws {
        let path = try allowingNegative(
            clip(at: rate, from: start) { bytes, unit, _ in
                let samples = [(ticks: 3 * unit, number: UInt32(bitPattern: number))]
                try MovieFile.setTimecodes(of: &bytes, track: 1, to: samples)
            }
        )
        #expect(try MediaDescription(ofFile: path).tracks[0].text("timecode") == expected)
        for kind in ["mov", "mp4"] {
            for (place, retime) in [Retime(), Retime(to: rate)].enumerated() {
                let result = scratch.file("result\(place).\(kind)")
                try retime.run(path, to: result)
                let tracks = BoxScanner(ByteSource(try ScratchDirectory.bytes(of: result))).timecodeTracks()
                #expect(tracks.map(\.description.allowsNegative) == [true])
                #expect(tracks.flatMap(\.samples).map(\.number) == [number])
                #expect(try MediaDescription(ofFile: result).tracks[0].text("timecode") == expected)
            }
        }
    }

    /// Half a second before midnight, where the track says that numbers may be below zero; else it is the end of a day.
    @Test(arguments: [
        (true, 0, "-00:00:00:15"), (true, 10, "-00:00:00:05"), (true, 20, "00:00:00:05"), (false, 0, "23:59:59:15"),
    ])
    func `What is counted down to midnight stays before it`(isAllowed: Bool, first: Int64, expected: String) throws {
        var path = try clip { bytes, unit, _ in
            let number = UInt32(bitPattern: -15)
            try MovieFile.setTimecodes(of: &bytes, track: 1, to: [(ticks: 2 * unit, number: number)])
        }
        if isAllowed { path = try allowingNegative(path) }
        var retime = Retime()
        retime.trim = try TimeRange(
            start: FrameRate.fps(30).time(ofFrame: first),
            end: FrameRate.fps(30).time(ofFrame: 60)
        )
        for kind in ["mov", "mp4"] {
            let result = scratch.file("result.\(kind)")
            try retime.run(path, to: result)
            #expect(try timecode(of: result) == expected)
        }
        let warnings = try retime.plan(path, for: .mkv).warnings
        let lost = "is left out: mkv has none before midnight"
        #expect(warnings.contains { $0.hasSuffix(lost) } == expected.hasPrefix("-"), "\(warnings)")
    }

    /// It begins anew with the 30th frame.
    private func joined() throws -> String {
        try clip { bytes, unit, _ in
            let samples: [(ticks: UInt32, number: UInt32)] = [(unit, 10 * 108_000), (unit, 12 * 108_000)]
            try MovieFile.setTimecodes(of: &bytes, track: 1, to: samples)
        }
    }

    @Test(arguments: [(0, "10:00:00:00"), (29, "10:00:00:29"), (30, "12:00:00:00"), (40, "12:00:00:10")])
    func `Where it begins anew, a part has that of its own beginning`(first: Int64, expected: String) throws {
        let path = try joined()
        var retime = Retime()
        retime.trim = try TimeRange(
            start: FrameRate.fps(30).time(ofFrame: first),
            end: FrameRate.fps(30).time(ofFrame: first + 12)
        )
        let plan = try retime.plan(path, for: .mov)
        #expect(plan.warnings.contains { $0.contains("begins anew with 12:00:00:00") } == (first == 29))
        try retime.run(path, to: scratch.file("part.mov"))
        #expect(try timecode(of: scratch.file("part.mov")) == expected)
    }

    /// The numbers of the description of its samples: how many ticks are a second, and how many a frame.
    private static func describe(_ bytes: inout [UInt8], timescale: UInt32, frame: UInt32) throws {
        let type = try #require(
            bytes.indices.dropLast(4).last { bytes[$0] == 0x74 && bytes[$0..<$0 + 4].elementsEqual("tmcd".utf8) }
        )
        let words = [timescale, frame].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        // Behind the type: reserved bytes, the reference, reserved bytes, flags.
        bytes.replaceSubrange(type + 20..<type + 28, with: words)
    }

    /// ``Timecode`` drops numbers at 30000/1001 and its multiples only: libavformat's word stays.
    @Test func `Where numbers are dropped at a rounded rate the first one is right`() throws {
        var clip = Clip("mov", frames: 60, at: FrameRate(30000, 1001))
        clip.metadata = [MetadataEntry(key: "timecode", value: "01:00:00;00")]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try Self.describe(&bytes, timescale: 2997, frame: 100)
        let path = try scratch.write(bytes, to: "rounded.mov")
        try Retime().run(path, to: scratch.file("result.mov"))
        #expect(try timecode(of: scratch.file("result.mov")) == "01:00:00;00")
    }

    @Test(arguments: [1, 25, .max / 2] as [UInt32]) func `Numbers and times beyond all measure end nothing`(
        rate: UInt32
    )
        throws
    {
        let path = try clip { bytes, _, _ in
            let samples = [UInt32.max, 1 << 31, 0].map { (ticks: UInt32.max, number: $0) }
            try MovieFile.setTimecodes(of: &bytes, track: 1, to: samples)
            try Self.describe(&bytes, timescale: rate, frame: 1)
            try MovieFile.setEdits(of: &bytes, track: 1, to: [(.max, .max, 1 << 16)])
        }
        let media = try MediaDescription(ofFile: path)
        _ = try Retime(.rate(1, 2)).plan(path, for: .mov)
        for timecode in media.timecodes.values {
            for instant in [RationalTime(-Int64(Int32.max), 1), .zero, RationalTime(Int64(Int32.max), 1)] {
                _ = try? timecode.code(at: instant)
            }
        }
    }

    @Test func `One sample for each frame is one timecode`() throws {
        let path = try clip { bytes, unit, _ in
            let samples = (0..<60).map { (ticks: unit / 30, number: UInt32(10 * 108_000 + $0)) }
            try MovieFile.setTimecodes(of: &bytes, track: 1, to: samples)
        }
        let plan = try Retime(.rate(1, 2)).plan(path, for: .mov)
        #expect(plan.warnings.isEmpty)
        let timecode = try #require(MediaDescription(ofFile: path).timecodes[0])
        #expect(timecode.breaks(from: .zero, before: RationalTime(2, 1)).isEmpty)
    }
}
