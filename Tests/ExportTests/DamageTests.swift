import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import RandomNumbers
import TestSupport
import Testing
import TimeStretch

/// Damaged input gives what can be read, and says where it is damaged.
@Suite struct DamageTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [Clip.FrameCodec.h264, .ffv1])
    func `Damaged packets in the middle: the rest is exported, the place is reported`(
        codec: Clip.FrameCodec
    ) throws {
        let path = try damaged(Clip("mkv", frames: 60, at: .fps(120), codec: codec), packet: 36)
        let output = scratch.file("result.mkv")
        let report = try Retime(to: .fps(120)).run(path, to: output)
        #expect(report.damageCount > 0)
        let place = try #require(report.damage.first)
        #expect(place.trackIndex == 0)
        #expect(place.time == RationalTime(36, 120))
        // Frames that refer to the damaged one may be concealed, too.
        if codec == .ffv1 { #expect(report.damageCount == 1, "\(report.damage)") }
        let frames = try ClipReader(output).frames()
        #expect(frames.count == 60)
        // Key frames stand every 12 frames.
        #expect(frames.prefix(34).map(\.number) == (0..<34).map { $0 })
        #expect(frames.suffix(12).map(\.number) == (48..<60).map { $0 })
    }

    @Test func `Where damage is refused, it is an error and nothing is left`() throws {
        let path = try damaged(Clip("mkv", frames: 60, at: .fps(120), codec: .ffv1), packet: 36)
        var exporter = Exporter(plan: try Retime(to: .fps(120)).plan(path, for: .mp4))
        exporter.refusesDamage = true
        let error = try #require(failure { _ = try exporter.run(to: scratch.file("result.mp4")) })
        #expect(error.code == .damaged)
        #expect(error.message.hasPrefix("\(path): track 0 is damaged at about 300"))
        #expect(try scratch.contents == ["clip.mkv", "damaged.mkv"])
    }

    @Test func `Copied, damaged packets go along as they are`() throws {
        let path = try damaged(Clip("mov", frames: 60, at: .fps(120)), packet: 36)
        try Retime(.rate(1, 2)).run(path, to: scratch.file("result.mov"))
        let (source, result) = (try ClipReader(path), try ClipReader(scratch.file("result.mov")))
        #expect(source.packets[0].map(\.payload) == result.packets[0].map(\.payload))
    }

    /// Key frames stand every 12 frames: what is damaged spoils those behind it up to the next one.
    @Test(arguments: [(29, 32, true), (29, 29, true), (30, 40, false), (20, 28, false)])
    func `Damage in front of what is shown is told where it reaches it`(damaged: Int, first: Int, tells: Bool) throws {
        for container in ["mov", "mkv"] {
            let path = try self.damaged(Clip(container, frames: 60, at: .fps(60)), packet: damaged)
            let media = try MediaDescription(ofFile: path)
            // Half a frame later: that frame is on screen there.
            let inPoint = RationalTime(Int64(2 * first + 1), 120)
            let range = try TimeRange(start: inPoint, end: RationalTime(Int64(first) + 3, 60))
            func check(_ damage: [Damage], _ way: String) {
                #expect(damage.isEmpty == !tells, "\(container), \(way)")
                #expect(
                    damage.allSatisfy { $0.time.map { $0 >= RationalTime(28, 60) } ?? false },
                    "\(container), \(way)"
                )
            }
            var retime = Retime(to: .fps(60))
            retime.trim = range
            check(try retime.run(path, to: scratch.file("encoded \(container).mkv")).damage, "encoded")
            var backwards = Composition()
            try backwards.insert(range, of: media.asset, at: .zero)
            try backwards.apply([Edit(TimeRange(start: .zero, end: backwards.duration), .reverse(.normal))])
            let plan = try ExportPlan(backwards, of: [media], settings: retime.settings, container: .mkv)
            check(try Exporter(plan: plan).run(to: scratch.file("backwards \(container).mkv")).damage, "backwards")
            let still = try StillPlan(.each([.time(inPoint)]), of: media)
            check(
                try StillExporter(plan: still, format: .png).run(to: .folder(scratch.file("stills \(container)")))
                    .damage,
                "still"
            )
        }
    }

    /// A decoder has shown what comes before a key frame, whatever its timestamp.
    @Test func `Fragments that overlap are reported where frames are copied`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.frames?.keyInterval = 10
        clip.options = [MetadataEntry(key: "movflags", value: "frag_keyframe+empty_moov+default_base_moof")]
        let path = try clip.write(to: scratch)
        #expect(try Retime(.rate(1, 2)).run(path, to: scratch.file("whole.mp4")).damageCount == 0)
        var bytes = try ScratchDirectory.bytes(of: path)
        let ticks = UInt64(try ClipReader(path).streams[0].timeBase.denominator) / 10
        try MovieFile.advanceFragment(3, of: &bytes, by: ticks)
        let overlapping = try scratch.write(bytes, to: "overlapping.mp4")
        let report = try Retime(.rate(1, 2)).run(overlapping, to: scratch.file("result.mp4"))
        // Its first packet is decoded and presented too early.
        #expect(
            report.damage.map(\.message)
                == ["timestamps go back: what follows is presented at other times than they say"]
        )
    }

    @Test func `A packet that decoders pass over is reported without decoding`() throws {
        let path = try Clip("mov", frames: 60, at: .fps(120)).write(to: scratch)
        #expect(try Retime(.rate(1, 2)).run(path, to: scratch.file("whole.mov")).damageCount == 0)
        var bytes = try ScratchDirectory.bytes(of: path)
        // The length of its first unit.
        MovieFile.damage(&bytes, at: try #require(ClipReader(path).packets[0][36].position), count: 1)
        _ = try scratch.write(bytes, to: "clip.mov")
        let report = try Retime(.rate(1, 2)).run(path, to: scratch.file("result.mov"))
        #expect(report.damage.map(\.message) == ["a packet whose units do not fit into it: decoders pass over it"])
    }

    /// The header of AVI states how long a chunk lasts, and libavformat believes it.
    @Test(arguments: [(125, 0), (12_500, 1)]) func `Packets that overlap for long are told where they are copied`(
        rate: Int,
        damage: Int
    ) throws {
        var clip = Clip("avi", frames: 90, at: .fps(30), codec: .mjpeg)
        clip.audioTracks = [Clip.Audio("libmp3lame", samples: 144_000)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        // The clock is stated behind the kind, the codec, flags, priority, language, and initial frames: 3 in 125 of a second a chunk.
        let place = try #require(bytes.firstRange(of: Array("auds".utf8))).lowerBound + 20
        try #require(bytes[place..<place + 8].elementsEqual([3, 0, 0, 0, 125, 0, 0, 0]), "chunks of another length")
        (bytes[place + 4], bytes[place + 5]) = (UInt8(rate & 0xFF), UInt8(rate >> 8))
        let report = try Retime().run(scratch.write(bytes, to: "clock.avi"), to: scratch.file("result.mkv"))
        let words = "packets of audio overlap: more than a second of what they hold is presented at the same time"
        #expect(report.damage.count { $0.message == words } == damage, "\(report.damage.map(\.message))")
    }

    @Test func `Damaged audio keeps its length and its place`() throws {
        var audio = Clip.Audio("flac", samples: 48_000 * 2)
        audio.channels = 2
        let path = try damaged(Clip("mkv", audio: audio), packet: 10)
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: .pcm)
        let output = scratch.file("result.mkv")
        let report = try retime.run(path, to: output)
        #expect(report.damageCount > 0)
        let result = try ClipReader(output).audio(ofStream: 0)
        #expect(result.channels.map(\.count) == [192_000, 192_000])
        let clicks = ClickFinder.clicks(in: result.channels[0], sampleRate: 48_000)
        #expect(clicks.contains { abs($0 - 3) < 0.0005 })
    }

    @Test func `A file that is cut short: what is there is exported`() throws {
        let whole = try ScratchDirectory.bytes(of: Clip("mkv", frames: 120, at: .fps(120)).write(to: scratch))
        let path = try scratch.write(whole.prefix(whole.count * 2 / 3), to: "cut.mkv")
        let output = scratch.file("result.mkv")
        try Retime(to: .fps(120)).run(path, to: output)
        let numbers = try ClipReader(output).frames().map(\.number)
        #expect(numbers.count > 40 && numbers.count < 120)
        #expect(numbers.prefix(40) == (0..<40).map { $0 }[...])
    }

    /// The index stands before the frames. Muxers refuse what is left of the last packet of AV1.
    @Test(arguments: ["mkv", "mp4", "webm"])
    func `A movie of AV1 that ends within a frame is copied up to it`(container: String) throws {
        var clip = Clip("mp4", frames: 30, at: .fps(30), codec: .av1)
        clip.frames?.bFrames = 0
        clip.options = [MetadataEntry(key: "movflags", value: "+faststart")]
        let whole = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let path = try scratch.write(whole.prefix(whole.count - 100), to: "cut.mp4")
        let report = try Retime().run(path, to: scratch.file("out.\(container)"))
        let frames = try ClipReader(scratch.file("out.\(container)")).frames()
        #expect(report.damage.contains { $0.message == "a packet whose units do not fit into it, left out" })
        #expect((20..<30).contains(frames.count))
        #expect(report.frames.shown == Int64(frames.count))
        #expect(frames.map(\.number) == (0..<Int64(frames.count)).map { $0 })
    }

    @Test func `A movie without its index is refused, with the reason`() throws {
        let whole = try ScratchDirectory.bytes(of: Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch))
        let path = try scratch.write(whole.prefix(whole.count / 2), to: "cut.mp4")
        let error = try #require(failure { try Retime().run(path, to: scratch.file("result.mp4")) })
        #expect(error.code == .inputUnreadable)
        #expect(error.message.hasPrefix("cannot read \(path): "))
        #expect(error.message.hasSuffix("it is cut short: its index (moov) is missing"))
    }

    @Test(arguments: [("empty.mp4", 0), ("noise.mp4", 5000), ("noise.mkv", 5000)])
    func `What is no media is refused`(name: String, size: Int) throws {
        var generator = SplitMix64(seed: 5)
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let path = try scratch.write(bytes, to: name)
        let error = try #require(failure { try Retime().run(path, to: scratch.file("result.mp4")) })
        #expect(error.code == .inputUnreadable)
        #expect(error.message.contains(path))
        #expect(try scratch.contents == [name])
    }

    @Test func `An inspection finds the damage`() throws {
        let path = try damaged(Clip("mkv", frames: 60, at: .fps(120), codec: .ffv1), packet: 36)
        let inspection = try MediaInspection(ofFile: path, effort: .decoding)
        #expect(inspection.damageCount > 0)
        #expect(inspection.damage.first?.time == RationalTime(36, 120))
        #expect(inspection.timings[0]?.count == 60)
        #expect(try MediaInspection(ofFile: path).damageCount == 0)
    }

    @Test func `A cancelled export says so and leaves nothing`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch)
        let cancellation = Cancellation()
        cancellation.cancel()
        let exporter = Exporter(plan: try Retime(to: .fps(30)).plan(path, for: .mp4))
        let error = failure { _ = try exporter.run(to: scratch.file("result.mp4"), cancellation: cancellation) }
        #expect(error?.code == .cancelled)
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `A name with another container's ending is refused`() throws {
        let path = try Clip("mp4", frames: 6, at: .fps(120)).write(to: scratch)
        let exporter = Exporter(plan: try Retime().plan(path, for: .mp4))
        #expect(failure { _ = try exporter.run(to: scratch.file("result.mkv")) }?.code == .containerMismatch)
        #expect(try scratch.contents == ["clip.mp4"])
        // An ending that names no container contradicts nothing.
        _ = try exporter.run(to: scratch.file("result.part"))
        _ = try exporter.run(to: scratch.file("result.m4v"))
    }

    private func damaged(_ clip: Clip, packet index: Int) throws -> String {
        let path = try clip.write(to: scratch)
        let packet = try ClipReader(path).packets[0][index]
        let size = packet.payload.bytes.count
        var bytes = try ScratchDirectory.bytes(of: path)
        // The payload, not the container's own bytes before it.
        let start = try #require(packet.position) + Int64(size / 3)
        MovieFile.damage(&bytes, at: start, count: size / 3)
        return try scratch.write(bytes, to: "damaged.\(clip.container)")
    }

    private func failure(_ body: () throws -> Void) -> ExportError? {
        do { try body() } catch { return error as? ExportError }
        return nil
    }
}
