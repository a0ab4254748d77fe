import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Edit lists that libav's muxer does not write.
@Suite struct EditListTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Sixty frames at 30 a second, with an edit list in seconds.
    private func clip(
        _ edits: [(duration: Double, start: Double?, rate: UInt32)],
        bFrames: Int = 2,
        audio: Clip.Audio? = nil
    ) throws -> String {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.frames?.bFrames = bFrames
        clip.audioTracks = audio.map { [$0] } ?? []
        let path = try clip.write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let stream = try ClipReader(path).streams[0]
        let movie = Double(try MovieFile.timescale(of: bytes))
        let unit = Double(stream.timeBase.denominator)
        // Frames are presented later than they are decoded: the first one by two frames where they are reordered.
        let first = bFrames > 0 ? unit * 2 / 30 : 0
        try MovieFile.setEdits(
            of: &bytes,
            to: edits.map { edit in
                let start = edit.start.map { Int32(($0 * unit + first).rounded()) } ?? -1
                return (UInt32((edit.duration * movie).rounded()), start, edit.rate)
            }
        )
        return try scratch.write(bytes, to: "edited.mp4")
    }

    private static let normal: UInt32 = 1 << 16

    @Test(arguments: [0, 2]) func `What comes behind a pause ends where its edit does`(bFrames: Int) throws {
        let path = try clip([(0.5, nil, Self.normal), (1, 0, Self.normal)], bFrames: bFrames)
        for (number, retime) in [Retime(.rate(1, 2)), Retime(to: .fps(30))].enumerated() {
            let result = scratch.file("result\(number).mp4")
            #expect(try retime.run(path, to: result).frames.shown == 30)
            #expect(try ClipReader(result).frames().map(\.number) == (0..<30).map { $0 })
        }
    }

    /// As of every copy of Matroska with AAC. libavformat takes the pause off the last frame.
    @Test(arguments: [0, 2], [0.01, 0.023, 0.04])
    func `Behind a pause of about a frame the last one lasts as long as the others`(
        bFrames: Int,
        pause: Double
    ) throws {
        let path = try clip([(pause, nil, Self.normal), (2, 0, Self.normal)], bFrames: bFrames)
        let inspection = try MediaInspection(ofFile: path)
        #expect(inspection.media.mainVideo?.range?.duration == RationalTime(2, 1))
        for (number, retime) in [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(30))].enumerated() {
            let result = scratch.file("result\(number).mp4")
            try retime.run(path, to: result)
            #expect(try ClipReader(result).frames().map(\.number) == (0..<60).map { $0 })
        }
    }

    /// Where a key frame comes before the edit, the track begins later than audio, and has frames to hide.
    @Test func `What comes behind a pause begins with its edit`() throws {
        let audio = Clip.Audio("aac", samples: 96_000)
        let path = try clip([(0.5, nil, Self.normal), (1, 0.5, Self.normal)], audio: audio)
        let result = scratch.file("slow.mp4")
        #expect(try Retime(.rate(1, 2)).run(path, to: result).frames.shown == 30)
        let frames = try ClipReader(result).frames()
        #expect(frames.map(\.number) == (15..<45).map { $0 })
        #expect(frames.first?.time == RationalTime(seconds: 1))
    }

    /// As programs write that cut without an eye to frames. libavformat leaves out the frame that is on screen, and shifts all others.
    @Test(arguments: [0, 2], [0, 0.5]) func `A list that begins within a frame shows the rest of it`(
        bFrames: Int,
        pause: Double
    ) throws {
        let pauses: [(Double, Double?, UInt32)] = pause > 0 ? [(pause, nil, Self.normal)] : []
        let part: (Double, Double?, UInt32) = (1, 0.5 + 0.4 / 30, Self.normal)
        let edits = (pauses + [part]).map { (duration: $0.0, start: $0.1, rate: $0.2) }
        let path = try clip(edits, bFrames: bFrames, audio: Clip.Audio("aac", samples: 96_000))
        // 512 ticks a frame, of which 205 have passed.
        func time(_ index: Int64) throws -> RationalTime {
            try RationalTime(Int64(pause * 2), 2) + RationalTime(index == 0 ? 0 : index * 512 - 205, 15_360)
        }
        let frames = try ClipReader(path).frames()
        #expect(frames.map(\.number) == (15..<46).map { $0 })
        #expect(try frames.map(\.time) == (0..<31).map { try time($0) })
        let copy = scratch.file("copy.mp4")
        let report = try Retime().run(path, to: copy)
        #expect(report.frames.shown == 31)
        #expect(try ClipReader(copy).frames().map(\.number) == frames.map(\.number))
        #expect(try ClipReader(copy).frames().map(\.time) == frames.map(\.time))
        let chosen = scratch.file("chosen.mp4")
        try Retime(to: .fps(30)).run(path, to: chosen)
        let slots = try ClipReader(chosen).frames().map(\.number)
        // What is left of the last frame has no place before the list ends.
        #expect(slots == (15..<45).map { $0 })
        var retime = Retime(.rate(1, 2))
        retime.trim = try TimeRange(start: time(5), end: time(20))
        let trimmed = scratch.file("trimmed.mp4")
        try retime.run(path, to: trimmed)
        #expect(try ClipReader(trimmed).frames().map(\.number) == (20..<35).map { $0 })
    }

    /// Media time 0 is two frames before the first one of reordered frames: nothing is shown until it begins. libavformat shows it at once,
    /// before the audio that belongs to it.
    @Test(arguments: [0, 0.5])
    func `A list that begins before the first frame waits for it, and hides the last ones`(pause: Double) throws {
        let pauses: [(Double, Double?, UInt32)] = pause > 0 ? [(pause, nil, Self.normal)] : []
        let part: (Double, Double?, UInt32) = (2, -2.0 / 30, Self.normal)
        let edits = (pauses + [part]).map { (duration: $0.0, start: $0.1, rate: $0.2) }
        let path = try clip(edits, audio: Clip.Audio("aac", samples: 96_000))
        let start = try RationalTime(Int64(pause * 30), 30) + RationalTime(2, 30)
        let shown = try ClipReader(path).frames()
        #expect(shown.map(\.number) == (0..<58).map { $0 })
        #expect(shown.first?.time == start)
        let range = try TimeRange(start: start, duration: RationalTime(58, 30))
        #expect(try MediaDescription(ofFile: path).mainVideo?.range == range)
        let slow = PlaybackRate(1, 2)
        for (number, retime) in [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(30))].enumerated() {
            let result = scratch.file("result\(number).mp4")
            try retime.run(path, to: result)
            let frames = try ClipReader(result).frames()
            #expect(frames.map(\.number) == shown.map(\.number))
            #expect(try frames.first?.time == (number == 1 ? slow.targetDuration(of: start) : start))
        }
    }

    @Test(arguments: [0, 2], [1.7, 4, 1000]) func `A list that is longer than its frames ends with them`(
        bFrames: Int,
        seconds: Double
    ) throws {
        let path = try clip([(seconds, 0.5, Self.normal)], bFrames: bFrames)
        let inspection = try MediaInspection(ofFile: path)
        #expect(inspection.media.asset.duration == RationalTime(3, 2))
        #expect(inspection.duration == RationalTime(3, 2))
        let result = scratch.file("copy.mp4")
        #expect(try Retime().run(path, to: result).duration == RationalTime(3, 2))
        #expect(try MediaDescription(ofFile: result).asset.duration == RationalTime(3, 2))
        let chosen = scratch.file("chosen.mkv")
        var retime = Retime(to: .fps(30))
        retime.settings.video = VideoEncoding(codec: .ffv1)
        #expect(try retime.run(path, to: chosen).duration == RationalTime(3, 2))
    }

    @Test func `A list that is longer than its audio ends with it`() throws {
        let path = try Clip("mp4", audio: Clip.Audio("aac", samples: 96_000)).write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let movie = try MovieFile.timescale(of: bytes)
        try MovieFile.setEdits(of: &bytes, to: [(UInt32(4 * movie), 24_000 + 1024, Self.normal)])
        let edited = try scratch.write(bytes, to: "edited.mp4")
        let end = try MediaDescription(ofFile: edited).asset.duration.seconds
        let samples = try ClipReader(edited).audio(ofStream: 0).channels[0].count
        #expect(abs(end - 1.5) < 0.025)
        #expect(abs(end - Double(samples) / 48_000) < 0.025)
    }

    /// Backwards, slower, and a frame that stands still: of a whole track, none of them is played, as libav plays none.
    @Test(
        arguments: [(UInt32(bitPattern: -1 << 16), "-1"), (1 << 14, "0.25"), (0, "0"), (normal, nil)]
            as [(UInt32, String?)]
    )
    func `A rate other than 1 is passed over, and that is said`(rate: UInt32, text: String?) throws {
        let path = try clip([(1, 0.5, rate)])
        let plan = try Retime(.rate(1, 2)).plan(path, for: .mp4)
        let warnings = plan.warnings.filter { $0.contains("edit list") }
        let findings = try MediaInspection(ofFile: path).findings.filter { $0.description.contains("edit list") }
        guard let text else {
            #expect(warnings.isEmpty && findings.isEmpty, "\(warnings) \(findings)")
            return
        }
        let words = "has an edit list that plays it at rate \(text): that is passed over, and it is played at rate 1"
        #expect(warnings == ["track 0 (video, h264) of \(path) \(words)"])
        #expect(findings.map(\.trackIndex) == [0])
        #expect(findings.first?.description == words)
    }

    /// It begins behind the last frame, within it, or is of another part of the world.
    @Test(arguments: [2.0, 1.99, 100], ["mp4", "mov", "mkv", "gif"])
    func `A list that hides every frame leaves nothing to be exported`(start: Double, container: String) throws {
        let path = try clip([(1, start, Self.normal)])
        var retimes = [Retime(), Retime(.rate(1, 2)), Retime(to: .fps(30))]
        retimes[0].trim = try TimeRange(start: RationalTime(3, 10), end: RationalTime(1, 1))
        for retime in container == "gif" ? retimes.suffix(1) : retimes[...] {
            var retime = retime
            if container == "gif" { retime.settings.video = nil }
            let error = #expect(throws: ExportError.self) {
                try retime.run(path, to: scratch.file("result.\(container)"))
            }
            #expect(error?.code == .nothingToExport)
            #expect(error?.message.hasSuffix("its edit list hides all of its frames") == true, "\(error as Any)")
        }
        let still = #expect(throws: ExportError.self) {
            try StillPlan(.each([.frame(0)]), of: MediaDescription(ofFile: path))
        }
        #expect(still?.code == .nothingToExport)
        #expect(try scratch.contents == ["clip.mp4", "edited.mp4"])
    }

    @Test func `Audio beside video of which every frame is hidden is exported alone`() throws {
        let path = try clip([(1, 3, Self.normal)], audio: Clip.Audio("aac", samples: 96_000))
        let plan = try Retime(.rate(1, 2)).plan(path, for: .mp4)
        #expect(plan.carried.map(\.source.kind) == [.audio])
        #expect(plan.warnings == ["track 0 (video, h264) is left out: its edit list hides all of its frames"])
    }

    /// libavformat takes frames from the beginning for it.
    @Test func `A pause behind the only part is refused, with the reason`() throws {
        let path = try clip([(0.5, 0, Self.normal), (0.3, nil, Self.normal)])
        let error = #expect(throws: ExportError.self) { try Retime().run(path, to: scratch.file("result.mp4")) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("its edit list has a pause behind the part that it plays") == true)
    }

    /// It is as long as its samples say, with an edit list and without one.
    @Test(arguments: [0, 24_000, UInt32.max], [false, true])
    func `Audio whose header states less than there is, is played as a whole`(stated: UInt32, isEdited: Bool) throws {
        let path = try Clip("mp4", audio: Clip.Audio("aac", samples: 96_000)).write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        try MovieFile.setMediaDuration(of: &bytes, to: stated)
        let movie = try MovieFile.timescale(of: bytes)
        if isEdited { try MovieFile.setEdits(of: &bytes, to: [(UInt32(2 * movie), 1024, Self.normal)]) }
        let edited = try scratch.write(bytes, to: "edited.mp4")
        #expect(abs(try MediaDescription(ofFile: edited).asset.duration.seconds - 2) < 0.025)
        let result = scratch.file("result.wav")
        var trim = Retime()
        trim.trim = try TimeRange(start: RationalTime(1, 1), end: RationalTime(3, 2))
        try trim.run(edited, to: result)
        #expect(try ClipReader(result).audio(ofStream: 0).channels[0].count == 24_000)
    }

    private static let refused: [[(Double, Double?, UInt32)]] = [
        // A jump, one by a frame, the same part twice, and backwards.
        [(0.5, 0, normal), (0.5, 1, normal)], [(0.5, 0, normal), (0.5, 0.5 + 1.0 / 30, normal)],
        [(0.5, 0, normal), (0.5, 0, normal)], [(0.5, 1, normal), (1, 0, normal)],
        // A pause between two parts, and a still frame.
        [(0.5, 0, normal), (0.2, nil, normal), (0.5, 0.5, normal)], [(0.5, 0.2, 0), (0.5, 0.2, normal)],
    ]

    @Test(arguments: refused) func `Several parts are refused, with the reason`(
        edits: [(Double, Double?, UInt32)]
    ) throws {
        let path = try clip(edits.map { (duration: $0.0, start: $0.1, rate: $0.2) })
        let error = #expect(throws: ExportError.self) { try Retime().run(path, to: scratch.file("result.mp4")) }
        #expect(error?.code == .unsupported)
        #expect(
            error?.message.hasSuffix("cannot be exported: its edit list plays several parts of it, and not one") == true
        )
        #expect(try scratch.contents == ["clip.mp4", "edited.mp4"])
    }

    /// As of a clip that QuickTime Player has trimmed. libavformat hides the first text, and shows the second too early by what is left of the first.
    @Test func `A text in which an edit list begins is shown for as long as is left of it`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(30))
        clip.subtitles = """
            1
            00:00:00,000 --> 00:00:01,500
            one

            2
            00:00:01,500 --> 00:00:03,000
            two

            3
            00:00:03,000 --> 00:00:04,000
            three

            """
        let path = scratch.file("clip.mp4")
        try Retime().run(clip.write(to: scratch), to: path)
        var bytes = try ScratchDirectory.bytes(of: path)
        let streams = try ClipReader(path).streams
        let movie = try MovieFile.timescale(of: bytes)
        for track in 0..<2 {
            let unit = streams[track].timeBase.denominator
            // Frames are presented two frames later than they are decoded.
            let first = track == 0 ? unit * 2 / 30 : 0
            try MovieFile.setEdits(of: &bytes, track: track, to: [(3 * movie, first + unit, Self.normal)])
        }
        let edited = try scratch.write(bytes, to: "edited.mp4")
        let result = scratch.file("result.mp4")
        try Retime(.rate(1, 2)).run(edited, to: result)
        let texts = try ClipReader(result).packets[1].compactMap { packet -> String? in
            guard let start = packet.pts, packet.payload.bytes.count > 2 else { return nil }
            // To a hundredth: Matroska counts milliseconds.
            let hundredths = Int((start.seconds * 100).rounded())
            return "\(hundredths) \(String(decoding: packet.payload.bytes.dropFirst(2), as: UTF8.self))"
        }
        #expect(texts == ["0 one", "100 two", "400 three"])
    }
}
