import FFmpeg
import Files
import Glibc
import MediaFormats
import MediaSyntax
import MediaTime
import Mutations
import Synchronization
import TestSupport
import Testing

@testable import Export

/// What is copied from file to file without being read is what is there when all is read and written.
@Suite(.endsIfItHangs) struct SplicingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// More packets than libavformat reads at both ends.
    private static func clip(_ codec: Clip.FrameCodec, _ container: String, bFrames: Int = 2) -> Clip {
        var clip = Clip(container, frames: 300, at: .fps(120), codec: codec)
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = 30
        return clip
    }

    private func bytes(
        _ input: String,
        _ way: Exporter.PayloadWay,
        _ retime: Retime = Retime(.rate(1, 2)),
        as container: Container
    ) throws -> [UInt8] {
        var exporter = Exporter(plan: try retime.plan(input, for: container))
        exporter.payloadWay = way
        let output = scratch.file("\(way).\(container.rawValue)")
        _ = try exporter.run(to: output, overwriting: true)
        return try ScratchDirectory.bytes(of: output)
    }

    @Test(
        arguments: [(Clip.FrameCodec.h264, "mp4"), (.h264, "mov"), (.hevc, "mp4"), (.mjpeg, "mov"), (.mpeg4, "mp4")],
        [Exporter.PayloadWay.spliced, .throughMemory]
    )
    func `Files are the same, byte for byte`(source: (Clip.FrameCodec, String), way: Exporter.PayloadWay) throws {
        var clip = Self.clip(source.0, source.1)
        clip.audioTracks = [Clip.Audio("aac", samples: 120_000)]
        let input = try clip.write(to: scratch)
        for (rate, container) in [(PlaybackRate.normal, Container.mp4), (.rate(1, 2), .mov), (.rate(7, 5), .mp4)] {
            let read = try bytes(input, .read, Retime(rate), as: container)
            let spliced = try bytes(input, way, Retime(rate), as: container)
            #expect(read == spliced, "at \(rate) to \(container)")
        }
    }

    /// The muxer looks into packets of AC-3, and not into those of the others.
    @Test(
        arguments: [
            ("aac", Container.mp4), ("alac", .mp4), ("flac", .mkv), ("libmp3lame", .mp4), ("libopus", .mp4),
            ("ac3", .mp4),
        ]
    )
    func `So is audio of every codec`(encoder: String, container: Container) throws {
        var clip = Self.clip(.h264, container.rawValue)
        clip.audioTracks = [Clip.Audio(encoder, samples: 480_000)]
        var input = try clip.write(to: scratch)
        if container != .mp4 {
            // The writer of clips does not put FLAC into MP4, where libavformat calls it experimental.
            let made = scratch.file("made.mp4")
            _ = try Exporter(plan: try Retime().plan(input, for: .mp4)).run(to: made)
            input = made
        }
        #expect(try bytes(input, .read, Retime(), as: .mp4) == bytes(input, .spliced, Retime(), as: .mp4))
    }

    @Test(arguments: [0, 2], [false, true]) func `So are large frames, and parameter sets among them`(
        bFrames: Int,
        repeatsHeaders: Bool
    ) throws {
        var clip = Self.clip(.h264, "mp4", bFrames: bFrames)
        clip.frames?.width = 640
        clip.frames?.height = 480
        clip.frames?.encoderOptions = "qp=1:slices=3"
        clip.frames?.repeatsHeaders = repeatsHeaders
        let input = try clip.write(to: scratch)
        let sizes = try ClipReader(input).packets[0].map(\.payload.bytes.count)
        try #require((sizes.max() ?? 0) > 40_000)
        #expect(try bytes(input, .read, as: .mp4) == bytes(input, .spliced, as: .mp4))
    }

    @Test(arguments: [false, true]) func `So are trims`(isExact: Bool) throws {
        let input = try Self.clip(.h264, "mp4").write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(31, 120), end: RationalTime(290, 120))
        retime.isExact = isExact
        #expect(try bytes(input, .read, retime, as: .mp4) == bytes(input, .spliced, retime, as: .mp4))
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc, .mjpeg], [0, 2])
    func `Packets are those of libavformat, and most are not read`(codec: Clip.FrameCodec, bFrames: Int) throws {
        let input = try Self.clip(codec, "mov", bFrames: bFrames).write(to: scratch)
        let media = try MediaDescription(ofFile: input)
        for start in [RationalTime.zero, RationalTime(100, 120)] {
            var reader = try TrackReader(media, track: media.tracks[0])
            var sparing = try TrackReader(media, track: media.tracks[0])
            try sparing.leavePayloads()
            var unread = 0
            for turn in 0..<2 {
                // The second time, what the index says is trusted already.
                if turn > 0 || start > .zero {
                    try reader.seek(to: start)
                    try sparing.seek(to: start)
                }
                let packet = try Packet()
                let other = try Packet()
                while try reader.read(into: packet) {
                    let isThere = try sparing.read(into: other)
                    try #require(isThere)
                    if other.isUnread { unread += 1 }
                    let times = [other.pts, other.dts, other.duration, other.filePosition]
                    let expected = [packet.pts, packet.dts, packet.duration, packet.filePosition]
                    #expect(times == expected)
                    let marks = [other.isKey, other.isDisposable]
                    let expectedMarks = [packet.isKey, packet.isDisposable]
                    #expect(marks == expectedMarks)
                    let isAlike = try other.reference().bytes == packet.bytes
                    #expect(isAlike)
                    packet.reset()
                    other.reset()
                }
                let isOver = try !sparing.read(into: other)
                #expect(isOver)
            }
            // The muxers look into frames of MJPEG.
            #expect(codec == .mjpeg ? unread == 0 : unread > 100)
        }
    }

    @Test(arguments: ["changed", "cut"]) func `A source that is changed meanwhile is an error`(how: String) throws {
        let input = try Self.clip(.h264, "mp4").write(to: scratch)
        let size = try ScratchDirectory.bytes(of: input).count
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(input, for: .mp4))
        let count = Mutex(0)
        let change = scratch.file("clip.mp4")
        exporter.fault = { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 70 else { return true }
            let file = unsafe open(change, O_WRONLY)
            defer { close(file) }
            if how == "cut" {
                ftruncate(file, size / 3)
            } else {
                _ = unsafe pwrite(file, "x", 1, size - 1)
            }
            return true
        }
        let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("result.mp4")) }
        #expect(error?.code == .inputUnreadable)
        #expect(try scratch.contents == ["clip.mp4"])
    }

    /// Damaged tables lead to the same file, or to none.
    @Test func `Hostile indexes`() throws {
        let whole = try ScratchDirectory.bytes(of: Self.clip(.h264, "mp4").write(to: scratch))
        let index = try #require(BoxScanner(ByteSource(whole)).first("moov"))
        let place = Int(index.range.lowerBound)
        var compared = 0
        for seed in Rounds.seeds(60) {
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damaged(Array(whole[place...]), donor: whole)
            let input = try scratch.write(whole[..<place] + damaged, to: "damaged.mp4")
            guard let read = try? bytes(input, .read, as: .mp4) else { continue }
            let spliced = try bytes(input, .spliced, as: .mp4)
            #expect(read == spliced, "seed \(seed)")
            compared += 1
        }
        #expect(compared > 10)
    }

    /// One of those that libavformat is asked for again, because they are the last.
    @Test(arguments: [2, 10, 70]) func `A frame that is said to go on behind the file's end`(fromLast: Int) throws {
        var damaged = try ScratchDirectory.bytes(of: Self.clip(.h264, "mp4").write(to: scratch))
        let scanner = BoxScanner(ByteSource(damaged))
        let sizes = try #require(scanner.first("moov", "trak", "mdia", "minf", "stbl", "stsz"))
        let place = Int(sizes.range.upperBound) - 4 * fromLast
        damaged.replaceSubrange(place..<place + 4, with: [0, 0xF0, 0, 0])
        let input = try scratch.write(damaged, to: "long.mp4")
        #expect(try bytes(input, .spliced, as: .mp4) == bytes(input, .read, as: .mp4))
    }
}
