import Composition
import FFmpeg
import MediaFormats
import MediaTime
import Pipeline
import Synchronization
import TestSupport
import Testing

@testable import Export

/// A finished file is held against its plan before it gets its name.
@Suite struct VerificationTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// What a muxer may do to the packets of the first track, counted from 0.
    enum Fault: String, CaseIterable {
        /// The tenth is not written.
        case dropped
        /// The tenth is presented a tick later.
        case late
        /// The tenth is marked as a key frame.
        case markedAsKey
        /// All come a second later.
        case shifted
        /// The last two are not written.
        case endMissing

        func apply(to packet: borrowing Packet, number: Int, of count: Int) -> Bool {
            switch self {
            case .dropped: return number != 10
            case .late:
                if number == 10 { packet.pts = packet.pts.map { $0 + 1 } }
            case .markedAsKey:
                if number == 10 { packet.markAsKey() }
            case .shifted:
                packet.pts = packet.pts.map { $0 + 120_000 }
                packet.dts = packet.dts.map { $0 + 120_000 }
            case .endMissing: return number < count - 2
            }
            return true
        }
    }

    @Test(arguments: Fault.allCases, ["mp4", "mov", "mkv"])
    func `A fault of the muxer is found, and nothing is left`(fault: Fault, container: String) throws {
        // Matroska's beginning is not fixed: it has no edit lists.
        if fault == .shifted, container == "mkv" { return }
        var clip = Clip(container, frames: 60, at: .fps(120))
        clip.audioTracks = [Clip.Audio("flac", samples: 24_000)]
        if container != "mkv" { clip.audioTracks = [Clip.Audio("aac", samples: 24_000)] }
        let path = try clip.write(to: scratch)
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: #require(Container(forPath: path))))
        let number = Mutex(0)
        exporter.fault = { packet in
            guard packet.streamIndex == 0 else { return true }
            return number.withLock { number in
                defer { number += 1 }
                return fault.apply(to: packet, number: number, of: 60)
            }
        }
        let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("result.\(container)")) }
        #expect(error?.code == .outputDiffers)
        #expect(error?.message.contains("track 0 (video) ") == true)
        #expect(try scratch.contents == ["clip.\(container)"])
    }

    @Test(arguments: Verification.allCases)
    func `Given up while the result is verified, it is not kept`(verification: Verification) throws {
        let path = try Clip("mp4", frames: 30, at: .fps(120)).write(to: scratch)
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mp4))
        exporter.verification = verification
        let cancellation = Cancellation()
        let error = #expect(throws: ExportError.self) {
            _ = try exporter.run(to: scratch.file("result.mp4"), cancellation: cancellation) { progress in
                // All is written.
                if progress.fraction == 1 { cancellation.cancel() }
            }
        }
        #expect(error?.code == .cancelled)
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test(arguments: ["copied", "chosen", "stitched", "samples"])
    func `Decoding ends where it is given up`(kind: String) throws {
        var clip = Clip("mov", frames: 60, at: .fps(120))
        clip.audioTracks = [Clip.Audio(kind == "samples" ? "pcm_s16le" : "aac", samples: 24_000)]
        var retime = kind == "chosen" ? Retime(.rate(1, 2), to: .fps(30)) : Retime()
        if kind == "stitched" {
            retime.trim = try TimeRange(start: RationalTime(17, 120), end: RationalTime(53, 120))
            retime.isExact = true
        }
        let plan = try retime.plan(clip.write(to: scratch), for: .mov)
        let output = scratch.file("result.mov")
        _ = try Exporter(plan: plan).run(to: output)
        let parameters = try ClipReader(output).streams.map(\.parameters)
        let cancellation = Cancellation()
        cancellation.cancel()
        for (track, parameters) in zip(plan.carried, parameters) {
            let expected = ExpectedTrack(plan: track, presentation: Presentation(), packets: 1, parameters: parameters)
            let check = DecodedCheck(
                expected: [expected],
                plan: plan,
                readingPath: output,
                damage: DamageLog(),
                cancellation: cancellation
            )
            #expect(throws: Cancelled.self, "\(expected.name)") { try check.difference() }
        }
    }

    @Test func `Lost audio is found`() throws {
        let path = try Clip("mov", audio: Clip.Audio("aac", samples: 48_000)).write(to: scratch)
        var exporter = Exporter(plan: try Retime().plan(path, for: .mp4))
        let number = Mutex(0)
        exporter.fault = { _ in
            number.withLock { number in
                number += 1
                return number != 20
            }
        }
        let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("result.mp4")) }
        #expect(error?.code == .outputDiffers)
    }

    /// Each packet holds its frame twice. Only decoding sees it.
    @Test(arguments: [Verification.index, .decode]) func `Audio that is longer than planned is found by decoding`(
        verification: Verification
    ) throws {
        let path = try Clip("mov", audio: Clip.Audio(samples: 96_000)).write(to: scratch)
        var exporter = Exporter(plan: try Retime().plan(path, for: .webm))
        exporter.verification = verification
        exporter.fault = { packet in
            // RFC 6716, 3.2.3: two frames of one size.
            let bytes = packet.bytes
            if let kind = bytes.first {
                try? packet.replacePayload(with: [kind | 1] + bytes.dropFirst() + bytes.dropFirst())
            }
            return true
        }
        let output = scratch.file("result.webm")
        guard verification == .decode else { return _ = try exporter.run(to: output) }
        let error = #expect(throws: ExportError.self) { try exporter.run(to: output) }
        #expect(error?.message.contains("s of audio when it is decoded, and 2.0 s were planned") == true)
    }

    /// dav1d gives the frames that an edit list hides all the same.
    @Test func `Hidden frames of AV1 are not compared`() throws {
        let path = try Clip("mp4", frames: 30, at: .fps(30), codec: .av1).write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(17, 30), end: RationalTime(25, 30))
        var exporter = Exporter(plan: try retime.plan(path, for: .mp4))
        exporter.verification = .decode
        let report = try exporter.run(to: scratch.file("part.mp4"))
        #expect(report.frames.shown == 8)
        #expect(report.frames.hidden > 0)
        // Hidden, they are no frames of a copy's copy either.
        var again = Exporter(plan: try Retime().plan(scratch.file("part.mp4"), for: .mp4))
        again.verification = .decode
        _ = try again.run(to: scratch.file("again.mp4"))
    }

    /// Only decoding sees it: the index is right.
    @Test(arguments: [Verification.none, .index, .decode])
    func `A frame with the payload of another is found by decoding`(verification: Verification) throws {
        let path = try Clip("mov", frames: 30, at: .fps(120), codec: .mjpeg).write(to: scratch)
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mov))
        exporter.verification = verification
        let frames = Mutex<[[UInt8]]>([])
        exporter.fault = { packet in
            frames.withLock { frames in
                frames.append(packet.bytes)
                if frames.count == 20 { try? packet.replacePayload(with: frames[5]) }
            }
            return true
        }
        let output = scratch.file("result.mov")
        if verification == .decode {
            let error = #expect(throws: ExportError.self) { try exporter.run(to: output) }
            #expect(error?.message.contains("shows another frame than the source") == true)
            #expect(try scratch.contents == ["clip.mov"])
        } else {
            #expect(try exporter.run(to: output).frames.shown == 30)
        }
    }

    /// What is damaged spoils what refers to it, and nothing behind the next key frame.
    @Test(arguments: [(9, false), (11, false), (21, true)])
    func `Behind damage of the source frames are compared again from a key frame on`(place: (fault: Int, isFound: Bool))
        throws
    {
        var clip = Clip("mov", frames: 40, at: .fps(30))
        clip.frames?.bFrames = 0
        clip.frames?.keyInterval = 20
        let path = try clip.write(to: scratch)
        let packet = try ClipReader(path).packets[0][8]
        let size = packet.payload.bytes.count
        var bytes = try ScratchDirectory.bytes(of: path)
        MovieFile.damage(&bytes, at: try #require(packet.position) + Int64(size / 3), count: size / 3)
        _ = try scratch.write(bytes, to: "clip.mov")
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mov))
        exporter.verification = .decode
        let packets = Mutex<[[UInt8]]>([])
        exporter.fault = { packet in
            packets.withLock { packets in
                packets.append(packet.bytes)
                if packets.count == place.fault + 1 { try? packet.replacePayload(with: packets[place.fault - 1]) }
            }
            return true
        }
        if place.isFound {
            let error = #expect(throws: ExportError.self) { try exporter.run(to: scratch.file("result.mov")) }
            #expect(error?.message.contains("shows another frame than the source") == true, "\(error?.message ?? "")")
        } else {
            #expect(try exporter.run(to: scratch.file("result.mov")).damageCount > 0)
        }
    }

    /// What is encoded next to the cuts is right: the file was refused for what it has from the source.
    @Test func `A damaged frame between encoded ones is the source's`() throws {
        var clip = Clip("mov", frames: 60, at: .fps(30))
        clip.frames?.bFrames = 0
        let path = try clip.write(to: scratch)
        let packet = try ClipReader(path).packets[0][30]
        var bytes = try ScratchDirectory.bytes(of: path)
        let size = packet.payload.bytes.count
        MovieFile.damage(&bytes, at: try #require(packet.position) + Int64(size / 3), count: size / 3)
        _ = try scratch.write(bytes, to: "clip.mov")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(5, 30), end: RationalTime(43, 30))
        retime.isExact = true
        let plan = try retime.plan(path, for: .mov)
        #expect(plan.tracks[0].stitching != nil)
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        #expect(try exporter.run(to: scratch.file("result.mov")).damageCount > 0)
    }

    /// What is left of it decodes in one container, and in another it does not.
    @Test func `A last frame that is damaged in the source may be absent`() throws {
        var clip = Clip("mov", frames: 30, at: .fps(30))
        clip.frames?.bFrames = 0
        let path = try clip.write(to: scratch)
        let last = try #require(ClipReader(path).packets[0].last)
        var bytes = try ScratchDirectory.bytes(of: path)
        // Behind the head of its slice.
        MovieFile.damage(&bytes, at: try #require(last.position) + 9, count: last.payload.bytes.count - 9)
        _ = try scratch.write(bytes, to: "clip.mov")
        var exporter = Exporter(plan: try Retime().plan(path, for: .mov))
        exporter.verification = .decode
        let number = Mutex(0)
        exporter.fault = { packet in
            number.withLock { $0 += 1 }
            if number.withLock({ $0 == 30 }) { try? packet.replacePayload(with: [0, 0, 0, 2, 0x41, 0]) }
            return true
        }
        let report = try exporter.run(to: scratch.file("result.mov"))
        #expect(report.damage.contains { $0.message.contains("29 of 30 frames can be decoded") })
    }

    @Test(
        arguments: ["mp4", "mov", "mkv"],
        [nil, 0..<60, 17..<40, 23..<24, 12..<36] as [Range<Int>?]
    )
    func `A right copy passes, decoded as well`(container: String, part: Range<Int>?) throws {
        for source in ["mp4", "mkv", "ts"] {
            var clip = Clip(source, frames: 60, at: .fps(120))
            clip.frames?.repeatsHeaders = source == "ts"
            clip.audioTracks = [Clip.Audio("aac", samples: 24_000)]
            var retime = Retime(.rate(1, 2))
            if let part {
                retime.trim = try TimeRange(
                    start: RationalTime(Int64(part.lowerBound), 120),
                    end: RationalTime(Int64(part.upperBound), 120)
                )
            }
            let path = try clip.write(to: scratch)
            var exporter = Exporter(plan: try retime.plan(path, for: #require(Container(rawValue: container))))
            exporter.verification = .decode
            _ = try exporter.run(to: scratch.file("result.\(container)"), overwriting: true)
        }
    }

    @Test(arguments: ["mp4", "mkv", "webm", "avi", "m4a", "wav", "flac", "ogg", "opus"])
    func `What is encoded passes, decoded as well`(container: String) throws {
        var clip = Clip("mov", frames: 30, at: .fps(60))
        clip.audioTracks = [Clip.Audio(samples: 24_000)]
        var retime = Retime(.rate(2, 3))
        retime.settings.timing = .constantFrameRate(.fps(30))
        retime.trim = try TimeRange(start: RationalTime(7, 60), end: RationalTime(29, 60))
        var exporter = Exporter(
            plan: try retime.plan(clip.write(to: scratch), for: #require(Container(rawValue: container)))
        )
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("result.\(container)"))
    }

    @Test func `A decimated copy passes, decoded as well`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(120))
        clip.frames?.bFrames = 1
        var retime = Retime(.rate(1, 2))
        retime.settings.timing = .decimated(every: 2)
        var exporter = Exporter(plan: try retime.plan(clip.write(to: scratch), for: .mp4))
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("result.mp4"))
    }

    @Test func `Two clips pass, decoded as well`() throws {
        let media = try ["a", "b"].map { name in
            try MediaDescription(ofFile: Clip("mp4", frames: 30, at: .fps(120)).write(to: scratch, as: name))
        }
        let composition = try Composition(media.map(\.asset))
        var exporter = Exporter(plan: try ExportPlan(composition, of: media, container: .mp4))
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("both.mp4"))
    }

    /// A ramp rounds when its frames are shown, be it the first one of video that begins late, and where a hold divides it.
    @Test(arguments: ["late", "held"]) func `What a ramp rounds is no fault`(kind: String) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        var edits = [try Edit.ramp(range(15, 30), from: .normal, to: .rate(1, 4), .linear)]
        if kind == "late" {
            clip.frames?.timing = .constant(first: 21)
            clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        } else {
            let held = RationalTime(7, 30)
            edits = [
                try .ramp(range(4, 31), from: .rate(2), to: .rate(3, 2), .linear),
                .hold(at: held, RationalTime(21, 100)),
            ]
            clip.frames?.keyInterval = 4
        }
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = try Composition([media.asset])
        try composition.apply(edits)
        var exporter = Exporter(plan: try ExportPlan.sparing(composition, of: [media], container: .mp4))
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("ramped.mp4"))
    }

    /// AVI shows the first frame from zero on.
    @Test func `Late video may begin at once`() throws {
        var clip = Clip("mp4", frames: 30, at: .fps(30))
        clip.frames?.timing = .constant(first: 10)
        clip.audioTracks = [Clip.Audio("aac", samples: 64_000)]
        var exporter = Exporter(plan: try Retime(to: .fps(30)).plan(clip.write(to: scratch), for: .avi))
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("late.avi"))
    }

    /// Matroska says when the last of PCM ends to the millisecond, and the film may go on. PCM of 32 bits is copied, and of 16 written anew.
    @Test(arguments: ["pcm_s16le", "pcm_s32le"], [105_600, 71_270, 71_300] as [Int64])
    func `All samples of Matroska's PCM are kept`(codec: String, count: Int64) throws {
        var clip = Clip("mkv", frames: 75, at: .fps(30))
        clip.audioTracks = [Clip.Audio(codec, samples: count)]
        var exporter = Exporter(plan: try Retime().plan(clip.write(to: scratch), for: .mov))
        exporter.verification = .decode
        let output = scratch.file("kept.mov")
        _ = try exporter.run(to: output)
        #expect(try ClipReader(output).audio(ofStream: 1).channels[0].count == Int(count))
    }

    /// In 30ths of a second.
    private func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: RationalTime(start, 30), end: RationalTime(end, 30))
    }
}
