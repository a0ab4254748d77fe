import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Export

/// The rates that Matroska's milliseconds stand for are found by the headers of blocks, and by libavformat where these do not do.
@Suite struct MatroskaGridTests {
    let scratch: ScratchDirectory
    private let whole: [UInt8]

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mkv", frames: 300, at: .fps(240))
        clip.audioTracks = [Clip.Audio("flac", samples: 60_000)]
        whole = try ScratchDirectory.bytes(of: clip.write(to: scratch))
    }

    @Test func `By the headers of blocks`() throws {
        let grid = try #require(try grid(of: whole))
        #expect(grid.rate == .fps(240))
        #expect(!grid.hasGaps)
    }

    /// A frame is moved by 20 ms behind those that libavformat reads, too.
    @Test func `Every frame counts`() throws {
        let media = try MediaDescription(ofFile: scratch.write(whole, to: "a.mkv"))
        let time = try #require(try Self.frameTimes(media).dropFirst(200).first)
        var bytes = whole
        let place = try #require(Self.place(ofBlockAt: time, in: bytes))
        bytes[place] &+= 20
        #expect(try grid(of: bytes) == nil)
    }

    @Test func `A file that is cut short`() throws {
        #expect(try grid(of: Array(whole.prefix(whole.count * 3 / 4)))?.rate == .fps(240))
    }

    /// From 500 frames a second on, the instant that is nearest to a timestamp may be that of the frame beside it.
    @Test(arguments: [600, 720, 960] as [Int32], [0, 7] as [Int64])
    func `Frames that are less than two milliseconds apart`(
        rate: Int32,
        first: Int64
    ) throws {
        var clip = Clip("mkv", frames: 400, at: .fps(rate))
        clip.frames?.timing = .constant(first: first)
        let path = try clip.write(to: scratch)
        let grid = try #require(try MediaDescription(ofFile: path).tracks[0].grid)
        #expect(grid.rate == .fps(rate) && !grid.hasGaps)
        let result = scratch.file("slow.mp4")
        try Retime(.rate(1, Int64(rate) / 30), to: .fps(30)).run(path, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == (0..<400).map { $0 })
    }

    /// Over 40 frames, 119.88 a second are nowhere a tick off.
    @Test(arguments: [[], [20]] as [[Int64]]) func `Frames of which each takes a tick are at that rate`(lost: [Int64])
        throws
    {
        var clip = Clip("mp4", frames: 100 - lost.count, at: .fps(120))
        let ticks = (0..<100).filter { !lost.contains($0) }
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 120), lastDuration: 1)
        clip.options = [MetadataEntry(key: "video_track_timescale", value: "120")]
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var search = FrameGridSearch(media.tracks[0], stated: .fps(120), tolerating: true)
        for time in ticks { search.add(RationalTime(time, 120)) }
        #expect(search.grid == nil && search.rate?.rate == .fps(120))
    }

    @Test func `Lost frames among such are seen, and other times are no rate`() throws {
        func grid(of ticks: [Int64], every unit: TimeBase) throws -> FrameGrid? {
            var clip = Clip("mkv", frames: ticks.count, at: .fps(960))
            clip.frames?.timing = .ticks(ticks, of: unit, lastDuration: 1)
            return try MediaDescription(ofFile: clip.write(to: scratch)).tracks[0].grid
        }
        let lost = try #require(try grid(of: (0..<400).map { $0 < 200 ? $0 : $0 + 3 }, every: TimeBase(1, 960)))
        #expect(lost.rate == .fps(960) && lost.hasGaps)
        let uneven = (0..<400).reduce(into: [0] as [Int64]) { $0.append($0[$1] + ($1 * $1 % 7 < 3 ? 1 : 2)) }
        #expect(try grid(of: uneven, every: TimeBase(1, 1000)) == nil)
    }

    /// libavformat subtracts a codec's delay from the times of blocks.
    @Test func `Times that libavformat changes are its own`() throws {
        let language: [UInt8] = [0x22, 0xB5, 0x9C, 0x83] + Array("und".utf8)
        let delay: [UInt8] = [0x56, 0xAA, 0x84, 0x00, 0x98, 0x96, 0x80]
        var bytes = whole
        let place = try #require(bytes.firstRange(of: language))
        bytes.replaceSubrange(place, with: delay)
        let media = try MediaDescription(ofFile: scratch.write(bytes, to: "a.mkv"))
        let grid = try #require(media.tracks[0].grid)
        #expect(grid.rate == .fps(240))
        #expect(grid.origin == media.tracks[0].range?.start)
    }

    /// Of its first frames others refer to what is not there. The first whole one begins at an instant that milliseconds do not hold.
    @Test(arguments: [5, 7]) func `A file that begins between two key frames`(left: Int) throws {
        let source = try ClipReader(Clip("mp4", frames: 100, at: FrameRate(30_000, 1001)).write(to: scratch))
        let path = scratch.file("later.mkv")
        try ClipReader.cut(source.path, leavingOut: left, to: path)
        let rest = source.packets[0].dropFirst(left)
        let key = try #require(rest.first { $0.isKey }?.pts)
        let shown = rest.count { $0.pts.map { $0 >= key } ?? false }
        let inspection = try MediaInspection(ofFile: path)
        let track = try #require(inspection.media.mainVideo)
        #expect(track.firstWhole == track.range?.start)
        #expect(track.grid?.instant(of: try #require(track.firstWhole)) == track.firstWhole)
        #expect(inspection.timings[0]?.count == Int64(shown))
        let report = try Retime().run(path, to: scratch.file("copy.mp4"))
        #expect(report.frames.shown == Int64(shown))
    }

    /// Rates that no frame has: in whole milliseconds or not, lower, higher, and twice the true one.
    @Test(arguments: [240, 50], [10, 100, 60, 480, 1000])
    func `A stated rate that frames do not have is not believed`(rate: Int32, stated: Int) throws {
        var bytes = try ScratchDirectory.bytes(of: Clip("mkv", frames: 120, at: .fps(rate)).write(to: scratch))
        let duration = try #require(bytes.firstRange(of: [0x23, 0xE3, 0x83] as [UInt8]))
        let size = Int(bytes[duration.upperBound] & 0x7F)
        for place in 1...size {
            bytes[duration.upperBound + place] = UInt8(
                truncatingIfNeeded: (1_000_000_000 / stated) >> (8 * (size - place))
            )
        }
        let media = try MediaDescription(ofFile: scratch.write(bytes, to: "a.mkv"))
        let video = try #require(media.mainVideo?.video)
        #expect(video.claimedFrameRate == .fps(rate))
        #expect(video.claimsConstantRate)
    }

    private func grid(of bytes: [UInt8]) throws -> FrameGrid? {
        try MediaDescription(ofFile: scratch.write(bytes, to: "a.mkv")).tracks[0].grid
    }

    private static func frameTimes(_ media: MediaDescription) throws -> [Int64] {
        let demuxer = try Demuxer(path: media.path)
        let packet = try Packet()
        var times: [Int64] = []
        while try demuxer.read(into: packet) {
            if packet.streamIndex == 0, let time = packet.pts { times.append(time) }
            packet.reset()
        }
        return times
    }

    /// Where the lower byte of the time stands of the video's block that is presented at an instant (ms).
    private static func place(ofBlockAt time: Int64, in bytes: [UInt8]) -> Int? {
        var found: Int?
        _ = ElementScanner(ByteSource(bytes)).forEachBlock { block in
            if block.track == 1, block.time == time { found = Int(block.payload.lowerBound) - 2 }
            return found == nil
        }
        return found
    }
}
