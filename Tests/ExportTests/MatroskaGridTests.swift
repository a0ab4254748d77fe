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
