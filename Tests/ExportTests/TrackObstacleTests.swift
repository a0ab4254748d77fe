import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Tracks that cannot be exported are left out with the true reason, and everything else is exported.
@Suite struct TrackObstacleTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `Encrypted video is refused`() throws {
        let path = try movie { try Patch.sampleEntry("avc1", to: "encv", in: &$0) }
        let error = try #require(failure(of: path))
        #expect(error.code == .encrypted)
        #expect(error.message == "the video of \(path) is encrypted")
        #expect(try scratch.contents == ["patched.mp4"])
    }

    /// Of MPEG-TS whose table of programs changes: libav's analysis has ended before.
    @Test func `Video that begins so late that nothing is known of it is left out, and said`() throws {
        let bytes = try [256, 512].flatMap { number in
            var clip = Clip("ts", frames: 100, at: .fps(25))
            clip.frames?.repeatsHeaders = true
            clip.frames?.timing = .constant(first: number == 256 ? 0 : 100)
            clip.options = [MetadataEntry(key: "mpegts_start_pid", value: "\(number)")]
            return try ScratchDirectory.bytes(of: clip.write(to: scratch, as: "part\(number)"))
        }
        let path = try scratch.write(bytes, to: "joined.ts")
        let media = try MediaDescription(ofFile: path)
        let late = try #require(media.tracks.last { $0.kind == .video })
        try #require(late.video?.width == 0)
        #expect(late.obstacle == .unknownFrames(hasSize: false))
        #expect(media.mainVideo?.index == 0)
        let plan = try Retime().plan(path, for: .mp4)
        let warning =
            "track \(late.index) (video, h264) is left out: nothing where it begins says how large its frames are"
        #expect(plan.warnings.contains(warning), "\(plan.warnings)")
        let output = scratch.file("result.mp4")
        #expect(try Exporter(plan: plan).run(to: output).frames.shown == 100)
    }

    @Test(arguments: ["enca", "drms"])
    func `Encrypted audio is left out, and the video is exported`(entry: String) throws {
        let path = try movie { try Patch.sampleEntry("mp4a", to: entry, in: &$0) }
        try expectOnlyVideo(of: path, without: "it is encrypted")
    }

    @Test(arguments: [0, 1]) func `Encryption in Matroska is seen`(track: Int) throws {
        var clip = Clip("mkv", frames: 24, at: .fps(120), codec: .ffv1)
        clip.audioTracks = [Clip.Audio("flac", samples: 9600)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try Patch.encryptMatroska(track: track, in: &bytes)
        let path = try scratch.write(bytes, to: "patched.mkv")
        if track == 0 {
            #expect(failure(of: path)?.code == .encrypted)
        } else {
            try expectOnlyVideo(of: path, without: "it is encrypted")
        }
    }

    @Test(arguments: [UInt16(0x100), 0x101]) func `Scrambled packets of MPEG-TS are seen`(pid: UInt16) throws {
        var clip = Clip("ts", frames: 24, at: .fps(120))
        clip.frames?.repeatsHeaders = true
        clip.audioTracks = [Clip.Audio("aac", samples: 9600)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        Patch.scramble(pid: pid, in: &bytes)
        let path = try scratch.write(bytes, to: "patched.ts")
        if pid == 0x100 {
            #expect(failure(of: path)?.code == .encrypted)
        } else {
            try expectOnlyVideo(of: path, without: "it is encrypted")
        }
    }

    @Test func `A codec without a name is left out`() throws {
        var clip = Clip("mov", frames: 24, at: .fps(120))
        clip.audioTracks = [Clip.Audio(samples: 9600)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try Patch.sampleEntry("sowt", to: "xx-4", in: &bytes)
        let path = try scratch.write(bytes, to: "patched.mov")
        try expectOnlyVideo(of: path, without: "this libav does not know its codec (xx-4)")
    }

    @Test func `Video of a codec without a name is left out, and the audio is exported`() throws {
        let path = try movie { try Patch.sampleEntry("avc1", to: "xxc1", in: &$0) }
        let plan = try Retime(.rate(1, 2)).plan(path, for: .mov)
        #expect(plan.carried.map(\.source.kind) == [.audio])
        #expect(plan.warnings == ["track 0 (video, xxc1) is left out: this libav does not know its codec (xxc1)"])
        // A constant rate needs the timestamps of video that is exported.
        #expect(try Retime(to: .fps(30)).plan(path, for: .mov).carried.map(\.source.kind) == [.audio])
    }

    private func animate(frames: Int, to image: String) throws {
        var retime = Retime(to: .fps(30))
        retime.settings.video = VideoEncoding(codec: .webp)
        try retime.run(Clip("mp4", frames: frames, at: .fps(30)).write(to: scratch), to: image)
    }

    /// libav takes all frames of a moving WebP image for one, and cannot decode that.
    @Test func `A moving WebP image is refused with the number of its frames`() throws {
        let image = scratch.file("moving.webp")
        try animate(frames: 6, to: image)
        let reason = "it is a moving WebP image (6 frames), and this libav reads still ones only"
        #expect(try MediaDescription(ofFile: image).tracks.map(\.obstacle?.description) == [reason])
        let error = try #require(failure(of: image))
        #expect(error.code == .unsupported)
        #expect(error.message.hasSuffix(reason))
    }

    /// Its table of decoding times says that they are 0 apart.
    @Test(arguments: ["mp4", "mov"], [0, 2])
    func `Frames that all share one instant are refused before anything is written`(container: String, bFrames: Int)
        throws
    {
        var clip = Clip(container, frames: 36, at: .fps(60))
        clip.frames?.bFrames = bFrames
        clip.audioTracks = [Clip.Audio("aac", samples: 28_800)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try MovieFile.setDecodingIntervals(of: &bytes, to: [(36, 0)])
        let path = try scratch.write(bytes, to: "equal.\(container)")
        let before = try scratch.contents
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks[0].obstacle == .oneInstant(frames: 36))
        #expect(media.tracks[1].obstacle == nil)
        for output in [Container.mp4, .mkv, .webm, .gif] {
            let error = #expect(throws: ExportError.self) { try Retime().plan(path, for: output) }
            #expect(error?.code == .inputUnreadable)
            let reason = "its timestamps say that all of its 36 frames are decoded at the same instant"
            #expect(error?.message.hasSuffix(reason) == true)
        }
        #expect(failure(of: path)?.code == .inputUnreadable)
        #expect(throws: ExportError.self) { try StillPlan(.spread(1), of: media) }
        #expect(try scratch.contents == before)
        // Audio alone has nothing to do with it.
        #expect(try Retime().plan(path, for: .m4a).carried.map(\.source.kind) == [.audio])
    }

    /// Some frames that share an instant stay: decoders show them, one after the other.
    @Test(arguments: ["mp4", "mov", "mkv"], [0, 2])
    func `Some frames that share an instant are copied`(container: String, bFrames: Int) throws {
        var clip = Clip("mp4", frames: 36, at: .fps(60))
        clip.frames?.bFrames = bFrames
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let ticks = UInt32(try MovieFile.decodingInterval(in: bytes))
        try MovieFile.setDecodingIntervals(of: &bytes, to: [(10, ticks), (3, 0), (23, ticks)])
        let path = try scratch.write(bytes, to: "equal.mp4")
        let output = scratch.file("result.\(container)")
        let report = try Retime().run(path, to: output)
        #expect(report.frames.shown == 36)
        let (source, found) = (try ClipReader(path).frames(), try ClipReader(output).frames())
        #expect(found.map(\.number) == source.map(\.number))
        for (frame, other) in zip(source, found) {
            // Matroska counts milliseconds. MP4 decodes no two frames at once: each of them a tick later.
            let limit = container == "mkv" ? 0.00051 : 4.0 / Double(ticks * 60)
            #expect(abs(frame.time.seconds - other.time.seconds) < limit)
        }
    }

    @Test(arguments: [(40, 0), (60, 0), (400, 0), (-1, 5)])
    func `One that is cut short is refused for the same`(count: Int, frames: Int) throws {
        let image = scratch.file("moving.webp")
        try animate(frames: 6, to: image)
        let bytes = try ScratchDirectory.bytes(of: image)
        let path = try scratch.write(Array(bytes.prefix(count < 0 ? bytes.count + count : count)), to: "cut.webp")
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map(\.obstacle) == [.movingWebP(frames: frames, isCut: true)])
        #expect(media.truncation?.stated == UInt64(bytes.count))
        #expect(failure(of: path)?.code == .unsupported)
    }

    @Test func `A still WebP image is read`() throws {
        let image = scratch.file("still.webp")
        try animate(frames: 1, to: image)
        #expect(try MediaDescription(ofFile: image).tracks.map(\.obstacle) == [nil])
    }

    @Test func `Where nothing else remains, that is the reason`() throws {
        let clip = Clip("mov", audio: Clip.Audio(samples: 4800))
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try Patch.sampleEntry("sowt", to: "xx-4", in: &bytes)
        let path = try scratch.write(bytes, to: "patched.mov")
        let error = try #require(failure(of: path))
        #expect(error.code == .unsupported)
        #expect(error.message.hasSuffix("track 0 (audio, xx-4): this libav does not know its codec (xx-4)"))
    }

    @Test func `A codec that libav takes for data in MPEG-TS is named`() throws {
        let clip = Clip("ts", audio: Clip.Audio("libopus", samples: 48_000))
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try Patch.registration("Opus", to: "AC-4", in: &bytes)
        let error = try #require(failure(of: try scratch.write(bytes, to: "patched.ts")))
        #expect(error.code == .unsupported)
        #expect(error.message.hasSuffix("this libav does not know its codec (AC-4)"))
    }

    @Test func `What cannot be decoded is copied where its time does not change, and else left out`() throws {
        var clip = Clip("mov", frames: 24, at: .fps(120))
        clip.audioTracks = [Clip.Audio(samples: 9600)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try Patch.sampleEntry("sowt", to: "mhm1", in: &bytes)
        let path = try scratch.write(bytes, to: "patched.mov")
        let copied = try Retime().plan(path, for: .mp4)
        #expect(copied.carried.map(\.source.codec) == ["h264", "mpegh_3d_audio"])
        let retimed = try Retime(.rate(1, 2)).plan(path, for: .mp4)
        #expect(retimed.carried.map(\.source.codec) == ["h264"])
        #expect(
            retimed.tracks[1].reason.hasPrefix("this libav has no decoder for mpegh_3d_audio, and it cannot be copied")
        )
    }

    @Test func `An auxiliary track is left out`() throws {
        let path = try movie { try Patch.replace(Array("soun".utf8), with: Array("auxv".utf8), in: &$0) }
        try expectOnlyVideo(of: path, without: "it belongs to another track, such as its depth or its transparency")
    }

    /// At a constant rate the frame before would be repeated a thousand million times.
    @Test func `Timestamps that no file of such a length can hold are not believed`() throws {
        var clip = Clip("ivf", frames: 6, at: .fps(30), codec: .av1)
        clip.frames?.bFrames = 0
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        // A file's header of 32 bytes; before each frame its size in four bytes and its timestamp in eight, in frames.
        var (place, last) = (32, 32)
        while place < bytes.count {
            last = place
            place += 12 + (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        bytes[last + 8] = 2
        let error = try #require(failure(of: try scratch.write(bytes, to: "years.ivf")))
        #expect(error.message.contains("its timestamps say that it lasts 79536 hours, in a file of "))
    }

    @Test func `Nor is a leap of hours in a stream of MPEG that is shorter than its clock alone would be`() throws {
        var clip = Clip("ts", frames: 12, at: .fps(30))
        clip.frames?.bFrames = 0
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        // Behind the number of the stream its length, flags, and the length of the header: the time's highest three bits.
        let last = try #require(bytes.ranges(of: [0, 0, 1, 0xE0]).last).upperBound + 5
        bytes[last] |= 2
        let error = try #require(failure(of: try scratch.write(bytes, to: "hours.ts")))
        #expect(error.message.contains("its timestamps say that it lasts 3 hours, in a file of "))
    }

    /// libavformat multiplies the packets with what a packet is said to hold.
    @Test func `Packets of many samples are not believed of PCM`() throws {
        let clip = Clip("caf", audio: Clip.Audio("pcm_f32le", samples: 9600))
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        // The header, and the description's type and size; in it the rate, the format, flags and the bytes of a packet.
        let samples = 8 + 12 + 8 + 4 + 4 + 4
        try #require(bytes[samples..<samples + 4].elementsEqual([0, 0, 0, 1]))
        bytes.replaceSubrange(samples..<samples + 4, with: [0, 0xF0, 0, 1])
        let error = try #require(failure(of: try scratch.write(bytes, to: "days.caf")))
        #expect(error.code == .nothingToExport)
        #expect(error.message.contains("that it lasts "))
    }

    @Test(arguments: [Clip.FrameCodec.hevc, .ffv1])
    func `A copy of video whose headers no decoder opens would be a file that players refuse`(
        codec: Clip.FrameCodec
    ) throws {
        var clip = Clip("mov", frames: 12, at: .fps(120), codec: codec)
        clip.audioTracks = [Clip.Audio(samples: 9600)]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let header = try #require(bytes.firstRange(of: Array((codec == .hevc ? "hvcC" : "glbl").utf8))).upperBound
        // In `hvcC` behind 22 bytes: how many arrays there are, the type of the first, how many units it has, their lengths.
        let place = codec == .hevc ? header + 22 + 1 + 1 + 2 : header
        bytes.replaceSubrange(place..<place + 2, with: [0xFF, 0xF0])
        let path = try scratch.write(bytes, to: "patched.mov")
        let plan = try Retime(.rate(1, 2)).plan(path, for: .mov)
        #expect(plan.carried.map(\.source.kind) == [.audio])
        #expect(plan.tracks[0].reason == "its headers are damaged: no decoder opens them")
    }

    /// libavformat would search for each part of such a track a thousand million times.
    @Test(arguments: [[UInt8]([0xC5, 0x91, 0xE5, 0x75]), nil])
    func `Fragments of a track without a number are not looked for`(number: [UInt8]?) throws {
        var clip = Clip("mp4", frames: 48, at: .fps(120))
        clip.options = [MetadataEntry(key: "movflags", value: "empty_moov+default_base_moof+frag_keyframe")]
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        let header = try #require(bytes.firstRange(of: Array("tkhd".utf8)))
        if let number {
            // Behind the version and flags, and two times of 32 bits.
            bytes.replaceSubrange(header.upperBound + 12..<header.upperBound + 16, with: number)
        } else {
            bytes.replaceSubrange(header, with: "free".utf8)
        }
        let error = try #require(failure(of: try scratch.write(bytes, to: "numberless.mp4")))
        #expect(error.code == .inputUnreadable)
        #expect(error.message.hasSuffix("its fragments name tracks by number, and track 0 of the file has none"))
    }

    @Test func `Frames that are larger than any of the codec are not decoded`() throws {
        var clip = Clip("mpg", frames: 6, at: .fps(25), codec: .mpeg2)
        clip.frames?.bFrames = 0
        var bytes = try ScratchDirectory.bytes(of: try clip.write(to: scratch))
        var place = bytes.startIndex
        // The two upper bits of the width and of the height are in the sequence's extension. (ISO/IEC 13818-2, 6.2.2.3)
        while let found = bytes[place...].firstRange(of: [0, 0, 1, 0xB5]) {
            place = found.upperBound
            guard bytes[place] >> 4 == 1 else { continue }
            bytes[place + 1] |= 0x01
            bytes[place + 2] |= 0xE0
        }
        let error = try #require(failure(of: try scratch.write(bytes, to: "large.mpg")))
        #expect(error.code == .nothingToExport)
        #expect(error.message.contains("it states frames of 12"))
    }

    private func movie(_ patch: (inout [UInt8]) throws -> Void) throws -> String {
        var clip = Clip("mp4", frames: 24, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 9600)]
        let path = try clip.write(to: scratch, as: "patched")
        var bytes = try ScratchDirectory.bytes(of: path)
        try patch(&bytes)
        return try scratch.write(bytes, to: "patched.mp4")
    }

    private func expectOnlyVideo(of path: String, without reason: String) throws {
        let plan = try Retime(.rate(1, 2)).plan(path, for: .mp4)
        #expect(plan.carried.map(\.source.kind) == [.video])
        #expect(plan.tracks[1].reason == reason)
        #expect(plan.warnings.contains { $0.hasPrefix("track 1 (audio") && $0.hasSuffix("is left out: \(reason)") })
        let output = scratch.file("result.mp4")
        _ = try Exporter(plan: plan).run(to: output)
        #expect(try ClipReader(output).frames().map(\.number) == (0..<24).map { $0 })
    }

    private func failure(of path: String) -> ExportError? {
        do { try Retime(.rate(1, 2)).run(path, to: scratch.file("result.mov")) } catch { return error as? ExportError }
        return nil
    }
}

/// Changes bytes of a clip in place.
private enum Patch {
    /// Gives an entry of a sample description (`stsd`) another type.
    static func sampleEntry(_ type: String, to other: String, in bytes: inout [UInt8]) throws {
        var place = bytes.startIndex
        while let table = bytes[place...].firstRange(of: Array("stsd".utf8)) {
            place = table.upperBound
            // Behind the version, the number of entries and the size of the first.
            let entry = place + 12..<place + 16
            if bytes[entry].elementsEqual(type.utf8) {
                bytes.replaceSubrange(entry, with: other.utf8)
                return
            }
        }
        throw ClipError("no sample entry \(type)")
    }

    static func replace(_ pattern: [UInt8], with other: [UInt8], in bytes: inout [UInt8]) throws {
        guard let place = bytes.firstRange(of: pattern) else { throw ClipError("the pattern is not there") }
        bytes.replaceSubrange(place, with: other)
    }

    /// Puts an encryption in the place of a track's codec headers.
    static func encryptMatroska(track: Int, in bytes: inout [UInt8]) throws {
        guard var place = bytes.firstRange(of: [0x16, 0x54, 0xAE, 0x6B])?.upperBound else {
            throw ClipError("no tracks")
        }
        for index in 0... {
            // CodecPrivate, with a size of one byte.
            guard let found = bytes[place...].firstRange(of: [0x63, 0xA2]) else { throw ClipError("no such track") }
            place = found.upperBound
            if index < track { continue }
            let count = Int(bytes[place] & 0x7F)
            // ContentEncodings with one ContentEncoding of ContentEncodingType 1; the rest is Void.
            let encoding: [UInt8] = [0x62, 0x40, 0x84, 0x50, 0x33, 0x81, 0x01]
            let void: [UInt8] = [0xEC, 0x80 | UInt8(count - encoding.count - 2)]
            bytes.replaceSubrange(found, with: [0x6D, 0x80])
            bytes.replaceSubrange(place + 1..<place + 1 + encoding.count + 2, with: encoding + void)
            return
        }
    }

    /// Gives every stream of MPEG-TS that is registered under a code another one. (ISO/IEC 13818-1, 2.4.4 and 2.6.8)
    static func registration(_ code: String, to other: String, in bytes: inout [UInt8]) throws {
        let (old, new) = ([0x05, 0x04] + Array(code.utf8), [0x05, 0x04] + Array(other.utf8))
        var count = 0
        for start in stride(from: 0, to: bytes.count - 187, by: 188) {
            guard let place = bytes[start..<start + 188].firstRange(of: old) else { continue }
            bytes.replaceSubrange(place, with: new)
            // The section begins behind the pointer, and ends with its checksum.
            let section = start + 5 + Int(bytes[start + 4])
            let end = section + 3 + Int(bytes[section + 1] & 0x0F) << 8 + Int(bytes[section + 2]) - 4
            let sum = checksum(bytes[section..<end])
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
            count += 1
        }
        if count == 0 { throw ClipError("nothing is registered as \(code)") }
    }

    /// CRC-32 of sections (ISO/IEC 13818-1, annex A).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
        }
    }

    /// Says of a stream's packets that their payload is encrypted.
    static func scramble(pid: UInt16, in bytes: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count - 187, by: 188) {
            let number = UInt16(bytes[start + 1] & 0x1F) << 8 | UInt16(bytes[start + 2])
            if number == pid { bytes[start + 3] |= 0x80 }
        }
    }
}
