import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Studio

/// The frame that is shown is the one that was asked for.
@Suite struct FrameServerTests {
    private static func clip(_ codec: Clip.FrameCodec, bFrames: Int, group: Int, count: Int) -> Clip {
        var clip = Clip(codec == .mjpeg ? "mov" : "mp4", frames: count, at: .fps(240), codec: codec)
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = group
        return clip
    }

    @Test(arguments: [
        (Clip.FrameCodec.h264, 3, 100), (.h264, 0, 250), (.hevc, 2, 60), (.mjpeg, 0, 1),
    ])
    func `Jumps and steps show the frame that is named`(codec: Clip.FrameCodec, bFrames: Int, group: Int) throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(codec, bFrames: bFrames, group: group, count: 300).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        #expect(clip.index.count == 300)
        let jumps = [0, 299, 150, 149, 148, 151, 7, 250, 249, 99, 100, 101, 298, 1]
        for frame in jumps {
            let picture = try session.frames.picture(at: Look(frame: frame, width: 320), of: clip)
            #expect(picture.frame == frame)
            #expect(try picture.number(in: scratch) == Int64(frame), "\(codec) \(frame)")
        }
    }

    @Test func `A hand that steps back gets every frame, and those ahead of it are made before it asks`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 3, group: 250, count: 260).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let album = Album()
        let viewer = session.frames.newViewer()
        for frame in stride(from: 200, through: 120, by: -1) {
            session.frames.look(at: Look(frame: frame, width: 320, stride: -1), of: clip, viewer: viewer) {
                album.add($0)
            }
            let picture = try album.first { $0.frame == frame && $0.kind == .exact }
            #expect(try picture.number(in: scratch) == Int64(frame))
        }
        // What lies before the position comes although nobody asks for it.
        _ = try album.first { $0.kind == .ahead && $0.frame == 100 }
        for picture in album.all { #expect(try picture.number(in: scratch) == Int64(picture.frame)) }
    }

    @Test func `Of a group, what lies just before the position is made first`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 2, group: 250, count: 250).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let album = Album()
        let viewer = session.frames.newViewer()
        session.frames.look(at: Look(frame: 240, width: 320, stride: -1), of: clip, viewer: viewer) { album.add($0) }
        for frame in 10..<240 { _ = try album.first { $0.frame == frame } }
        let order = album.all.filter { $0.kind == .ahead }.map(\.frame)
        let (near, far) = (order.firstIndex { (150..<200).contains($0) }, order.firstIndex { $0 < 100 })
        #expect(try #require(near) < #require(far))
    }

    @Test func `The latest look wins, and something near comes before a frame that is far away`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 2, group: 120, count: 240).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let album = Album()
        let viewer = session.frames.newViewer()
        for frame in [230, 10, 110] {
            session.frames.look(at: Look(frame: frame, width: 160), of: clip, viewer: viewer) { album.add($0) }
        }
        _ = try album.first { $0.frame == 110 && $0.kind == .exact }
        let near = album.all.first { $0.kind == .near }
        #expect(near.map { $0.frame < 110 } ?? false)
    }

    @Test(arguments: [3, 170])
    func `Before it is known when a frame is presented something near comes, and then the frame itself`(
        frame: Int
    ) throws {
        let scratch = try ScratchDirectory()
        // The frames get faster, so that no number is right that is reckoned from the mean.
        var made = Self.clip(.h264, bFrames: 2, group: 20, count: 180)
        let ticks = (0..<180).map { (frame: Int64) -> Int64 in frame < 90 ? frame * 4 : 270 + frame }
        made.frames?.timing = .ticks(ticks, of: TimeBase(1, 240), lastDuration: 1)
        let clip = try OpenedClip(id: 1, path: made.write(to: scratch))
        let server = FrameServer()
        defer { server.close() }
        let album = Album()
        server.look(at: Look(frame: frame, width: 320), of: clip, viewer: server.newViewer()) { album.add($0) }
        #expect(try album.first { _ in true }.kind == .near)

        clip.startReading(onGrowth: { server.moreIsKnown(of: clip) }, onEnd: {})
        let exact = try album.first { $0.kind == .exact }
        #expect(exact.frame == frame)
        // Nothing is kept under a number that was an estimate.
        for picture in album.all where picture.kind != .near {
            #expect(try picture.number(in: scratch) == Int64(picture.frame))
        }
        for number in stride(from: 0, to: 180, by: 7) {
            let picture = try server.picture(at: Look(frame: number, width: 320), of: clip)
            #expect(try picture.number(in: scratch) == Int64(number))
        }
    }

    @Test func `A frame with the timestamp of the one before comes under its own number`() throws {
        let scratch = try ScratchDirectory()
        var made = Clip("mkv", frames: 6, at: .fps(25), codec: .mjpeg)
        made.frames?.timing = .ticks([0, 41, 41, 90, 157, 201], of: TimeBase(1, 1000), lastDuration: 40)
        let (session, clip) = try StudioSession.opened(made.write(to: scratch), in: scratch)
        defer { session.close() }
        #expect(clip.index.start(of: 1) == clip.index.start(of: 2))
        let viewer = session.frames.newViewer()
        // The second time the picture is there.
        for _ in 0..<2 {
            let album = Album()
            session.frames.look(at: Look(frame: 2, width: 320), of: clip, viewer: viewer) { album.add($0) }
            #expect(try album.first { $0.kind == .exact }.frame == 2)
        }
    }

    @Test func `How many frames there are is reckoned until they are counted`() throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mkv", frames: 50, at: .fps(25)).write(to: scratch)
        let clip = try OpenedClip(id: 1, path: path)
        #expect(clip.index.count == 0)
        #expect(clip.frameCount == 50)
    }

    @Test func `Pictures are no wider than asked for, and never wider than the frame`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 0, group: 12, count: 12).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        for (asked, width, height) in [(160, 160, 90), (1280, 320, 180)] {
            let picture = try session.frames.picture(at: Look(frame: 3, width: asked), of: clip)
            let reader = try ClipReader(scratch.write(picture.jpeg, to: "\(asked)"))
            let parameters = reader.streams[0].parameters
            #expect((parameters.width, parameters.height) == (width, height))
        }
    }

    @Test func `A frame behind the last one is refused`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 0, group: 12, count: 12).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        #expect(throws: StudioError.self) { try session.frames.picture(at: Look(frame: 12, width: 320), of: clip) }
    }

    @Test func `Pictures take no more memory than they may, and those that are used stay`() {
        let cache = PictureCache(capacity: 10_000)
        func key(_ frame: Int) -> PictureCache.Key { .init(clip: 1, frame: frame, width: 100) }
        for frame in 0..<1000 {
            cache.add([UInt8](repeating: 1, count: 100), key(frame))
            _ = cache[key(0)]
            #expect(cache.bytes <= 10_000)
        }
        #expect(cache.contains(key(0)))
        #expect(!cache.contains(key(1)))
        #expect(cache.contains(key(999)))
    }

    @Test func `A strip shows the key frame at or before an instant`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 2, group: 60, count: 240).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let picture = try session.thumbnail(of: clip, at: 130.0 / 240, height: 180)
        #expect(picture.frame == 120)
        #expect(try picture.number(in: scratch) == 120)
    }

    @Test func `A still has the frame's own resolution`() throws {
        let scratch = try ScratchDirectory()
        let path = try Self.clip(.h264, bFrames: 2, group: 60, count: 100).write(to: scratch)
        let (session, clip) = try StudioSession.opened(path, in: scratch)
        defer { session.close() }
        let reader = try ClipReader(scratch.write(session.still(of: clip, frame: 77), to: "still"))
        #expect(reader.streams[0].parameters.width == 320)
        #expect(reader.streams[0].parameters.codecName == "png")
    }
}
