import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Of a long file is read what is asked for, where its index leads there.
@Suite struct PartialReadingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// How many bytes this thread reads meanwhile.
    private func bytesRead(_ body: () throws -> Void) throws -> Int {
        func count() throws -> Int {
            let text = String(decoding: try ScratchDirectory.bytes(of: "/proc/thread-self/io"), as: UTF8.self)
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
            return try #require(Int(line.dropFirst("rchar: ".count)))
        }
        let before = try count()
        try body()
        return try count() - before
    }

    /// Large frames, 120 s of them, and audio beside them. Matroska's index lists the frames alone.
    private func clip(seconds: Int = 120, later: Bool = false) throws -> String {
        var clip = Clip("mkv", frames: 600, at: .fps(5), codec: .ffv1)
        clip.audioTracks = [Clip.Audio("flac", samples: Int64(seconds) * 48_000)]
        // A clip is written track after track, and its copy is not.
        let path = scratch.file("together.mkv")
        try Retime().run(clip.write(to: scratch), to: path)
        return later ? try moved(path) : path
    }

    /// The same an hour later on the file's own clock.
    private func moved(_ path: String) throws -> String {
        let source = try Demuxer(path: path)
        let moved = scratch.file("later.mkv")
        let muxer = try Muxer.create(path: moved, format: try #require(ContainerFormat(named: "matroska")))
        for stream in source.streams {
            _ = try muxer.add(Muxer.StreamDescription(parameters: stream.parameters, timeBase: stream.timeBase))
        }
        try muxer.writeHeader(options: [MetadataEntry(key: "output_ts_offset", value: "3600")])
        let packet = try Packet()
        while try source.read(into: packet) {
            let index = packet.streamIndex
            packet.rescale(from: source.streams[index].timeBase, to: muxer.timeBase(ofStream: index))
            try muxer.write(packet)
            packet.reset()
        }
        try muxer.finish()
        return moved
    }

    private func size(of path: String) throws -> Int { try ScratchDirectory.bytes(of: path).count }

    @Test(arguments: [40, 100, 60] as [Int64]) func `Audio that Matroska does not list is found by the frames`(
        second: Int64
    ) throws {
        let path = try clip()
        let media = try MediaDescription(ofFile: path)
        let track = try #require(media.tracks.first { $0.kind == .audio })
        var whole = try TrackReader(media, track: track)
        let packet = try Packet()
        var expected: [Int64] = []
        while try whole.read(into: packet) {
            if let time = packet.pts { expected.append(time) }
            packet.reset()
        }
        let target = Int64(second) * 1000 + 10
        let first = try #require(expected.lastIndex { $0 <= target })
        var reader = try TrackReader(media, track: track)
        let read = try bytesRead { try reader.seek(to: RationalTime(target, 1000)) }
        #expect(try read < size(of: path) / 10)
        var found: [Int64] = []
        while try reader.read(into: packet) {
            if let time = packet.pts { found.append(time) }
            packet.reset()
        }
        #expect(found == Array(expected[first...]))
    }

    @Test func `A part that begins later is read at both ends`() throws {
        let together = try clip()
        let plain = try MediaDescription(ofFile: together)
        let path = try moved(together)
        var media: MediaDescription?
        let read = try bytesRead { media = try MediaDescription(ofFile: path) }
        #expect(try read < size(of: path) / 3)
        #expect(media?.surveyed == .ends)
        for (track, other) in zip(media?.tracks ?? [], plain.tracks) {
            let (range, same) = (try #require(track.range), try #require(other.range))
            #expect(abs(range.start.seconds - same.start.seconds) < 0.002)
            #expect(abs(range.end.seconds - same.end.seconds) < 0.05, "\(track.codec)")
        }
        #expect(media?.tracks.count == 2)
    }

    /// What the container states is when the last track ends.
    @Test func `Audio that ends long before the frames is read as a whole`() throws {
        let media = try MediaDescription(ofFile: clip(seconds: 20, later: true))
        #expect(media.surveyed == .whole)
        let ends = media.tracks.compactMap { $0.range?.end.seconds }
        #expect(zip(ends, [120, 20]).allSatisfy { abs($0 - $1) < 0.1 }, "\(ends)")
    }

    /// A reader of the file looks for its first packets among those of the first track.
    @Test func `How tracks of movies begin is read once`() throws {
        var clip = Clip("mp4", frames: 600, at: .fps(5))
        clip.frames?.encoderOptions = "crf=1"
        clip.otherFrames = Clip.Frames(count: 20, frameRate: .fps(5))
        clip.otherFrames?.timing = .constant(first: 500)
        let path = scratch.file("together.mp4")
        try Retime().run(clip.write(to: scratch), to: path)
        let once = try bytesRead { _ = try Demuxer(path: path) }
        let read = try bytesRead { _ = try MediaDescription(ofFile: path) }
        try #require(try once > size(of: path) / 2)
        #expect(read < 3 * once / 2, "\(read) of \(once)")
    }

    /// Which of the tracks libavformat reads first, when it opens a file, depends on what it has to find out.
    @Test(arguments: [Clip.FrameCodec.h264, .mjpeg], [0, 2])
    func `When frames are presented is taken from an index`(codec: Clip.FrameCodec, bFrames: Int) throws {
        var clip = Clip("mov", frames: 600, at: .fps(5), codec: codec)
        clip.frames?.bFrames = bFrames
        if codec == .h264 { clip.frames?.encoderOptions = "crf=1" }
        clip.audioTracks = [Clip.Audio("aac", samples: 120 * 48_000)]
        let path = scratch.file("together.mov")
        try Retime().run(clip.write(to: scratch), to: path)
        let media = try MediaDescription(ofFile: path)
        let track = try #require(media.mainVideo)
        var instants: [RationalTime] = []
        let read = try bytesRead {
            var scan = try FrameTimingScan(media, track: track)
            try scan.run { instants.append($0.timestamp) }
        }
        // The first and the last frames are read.
        #expect(try read < size(of: path) / 2)
        #expect(instants == (0..<600).map { RationalTime($0, 5) })
    }
}
