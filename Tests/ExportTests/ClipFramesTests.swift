import Export
import MediaTime
import TestSupport
import Testing

/// Frames of a clip, for programs that look at them.
@Suite struct ClipFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `They come in order, at their instants, with their samples`() throws {
        var clip = Clip("mp4", frames: 40, at: .fps(40), codec: .h264)
        clip.frames?.keyInterval = 10
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        var frames = try ClipFrames.open(media, track: try #require(media.mainVideo))
        var starts: [RationalTime] = []
        let format = try #require(media.mainVideo?.video)
        while let frame = try frames.next() {
            starts.append(frame.start)
            let (name, count, width, height) = (frame.pixelFormat, frame.planeCount, frame.width, frame.height)
            #expect(name == "yuv420p")
            #expect(count == 3)
            #expect((width, height) == (format.width, format.height))
            for (plane, rows) in [height, height / 2, height / 2].enumerated() {
                let isWhole = frame.withPlane(plane) { bytes, stride in
                    bytes.count == stride * rows && stride >= (plane == 0 ? width : width / 2)
                }
                #expect(isWhole == true)
            }
            for plane in [-1, 3, .max] {
                let none = frame.withPlane(plane) { bytes, _ in bytes.count }
                #expect(none == nil)
            }
        }
        #expect(starts == (0..<40).map { RationalTime($0, 40) })
        try frames.seek(to: RationalTime(25, 40))
        var first: RationalTime?
        if let frame = try frames.next() { first = frame.start }
        #expect(first == RationalTime(20, 40))
    }

    @Test(arguments: [RationalTime(seconds: .max), RationalTime(seconds: .min)]) func `Any instant can be gone to`(
        instant: RationalTime
    ) throws {
        let media = try MediaDescription(
            ofFile: try Clip("mp4", frames: 10, at: .fps(40), codec: .h264).write(to: scratch)
        )
        var frames = try ClipFrames.open(media, track: try #require(media.mainVideo))
        do {
            try frames.seek(to: instant)
            _ = try frames.next()
        } catch {
            #expect(!"\(error)".isEmpty)
        }
    }

    @Test func `Audio has none`() throws {
        let clip = Clip("m4a", audio: Clip.Audio("aac", samples: 48_000))
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        let track = try #require(media.tracks.first)
        let error = #expect(throws: ExportError.self) { _ = try ClipFrames.open(media, track: track) }
        #expect(error?.message.hasSuffix("it is no video") == true)
    }
}
