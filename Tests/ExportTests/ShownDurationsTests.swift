import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Parts of clips with a variable rate and reordered frames: their packets do not say how long frames are shown.
@Suite struct ShownDurationsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// When each of 60 frames is presented, and when the last one ends, in milliseconds.
    private static let instants: [Int64] = {
        var instants: [Int64] = [0]
        for number in 0..<60 as Range<Int64> {
            let length: Int64 = 7 + number * 7919 % 13 * 6
            instants.append(instants[Int(number)] + length)
        }
        return instants
    }()

    private func clip(_ container: String, bFrames: Int, frames: Int = 60) throws -> String {
        var clip = Clip(container, frames: frames, at: .fps(25))
        let last = Self.instants[frames] - Self.instants[frames - 1]
        let ticks = Array(Self.instants.prefix(frames))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: last)
        clip.frames?.bFrames = bFrames
        return try clip.write(to: scratch)
    }

    /// The part ends within a frame, where one begins, and where one ends.
    @Test(arguments: ["mp4", "mkv"], [0, 1, 2, 3])
    func `A part lasts as long as it is shown`(source: String, bFrames: Int) throws {
        let path = try clip(source, bFrames: bFrames)
        for (first, last) in [(0, 20), (3, 31), (13, 46), (14, 47), (25, 48), (25, 49), (37, 58)] {
            for early in [0, 5] as [Int64] {
                let (start, end) = (Self.instants[first], Self.instants[last] - early)
                for container in ["mkv", "mp4", "mov"] {
                    try check(path, start..<end, container)
                }
            }
        }
    }

    /// By its headers and by its frames, where the last frame begins behind the sum of the samples' durations, or that is the end.
    @Test(arguments: [0, 1, 2, 3], ["mp4", "mov"])
    func `A movie lasts as long as its edit list says`(bFrames: Int, container: String) throws {
        for count in 48...60 {
            let end = RationalTime(Self.instants[count], 1000)
            let path = try clip(container, bFrames: bFrames, frames: count)
            let inspection = try MediaInspection(ofFile: path)
            #expect(inspection.media.asset.duration == end, "\(count) frames")
            #expect(inspection.duration == end, "\(count) frames")
            #expect(inspection.findings.isEmpty, "\(count) frames")
        }
    }

    @Test func `Each frame of a movie is shown until the next one is`() throws {
        let media = try MediaDescription(ofFile: clip("mp4", bFrames: 2))
        var durations: [RationalTime] = []
        try FrameTimesReader(media, track: try #require(media.mainVideo)).read { durations.append($0.duration) }
        let lengths = zip(Self.instants, Self.instants.dropFirst()).map { RationalTime($1 - $0, 1000) }
        #expect(durations == lengths)
    }

    /// Milliseconds of the source.
    private func check(_ path: String, _ range: Range<Int64>, _ container: String) throws {
        var retime = Retime()
        retime.trim = try TimeRange(
            start: RationalTime(range.lowerBound, 1000),
            end: RationalTime(range.upperBound, 1000)
        )
        let output = scratch.file("part.\(container)")
        let plan = try retime.plan(path, for: try #require(Container(forPath: output)))
        let report = try Exporter(plan: plan).run(to: output, overwriting: true)
        let shown = try ClipReader(output).frames()
        let numbers = shown.compactMap(\.number).map(Int.init)
        #expect(report.frames.shown == Int64(numbers.count))
        let (begin, end) = (try #require(numbers.min()), try #require(numbers.max()) + 1)
        // What is hidden begins and ends exactly. In Matroska all of the first frame is shown, and so is what comes behind the part.
        let hides = container != "mkv"
        let first = hides ? max(Self.instants[begin], range.lowerBound) : Self.instants[begin]
        let last = report.frames.leadOut > 0 ? Self.instants[end] : range.upperBound
        let expected = Double(last - first) / 1000
        let stated = try Demuxer(path: output).durationMicroseconds
        let found = Double(try #require(stated)) / 1e6
        let place = "\(range) in \(container)"
        #expect(abs(report.duration.seconds - expected) <= 0.0011, "\(place)")
        #expect(abs(found - expected) <= 0.0021, "\(place)")
        #expect(plan.presentedDuration(with: try plan.countCopiedFrames()) == report.duration, "\(place)")
    }
}
