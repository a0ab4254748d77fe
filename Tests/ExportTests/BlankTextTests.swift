import Export
import FFmpeg
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// Texts of MP4 that follow one another without a pause, with empty ones between them that end each.
@Suite struct BlankTextTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static func sample(_ text: String) -> [UInt8] { [0, UInt8(text.utf8.count)] + Array(text.utf8) }

    /// A second each, and an empty one of no duration, or of a tick, behind each of them.
    private func clip(blankTicks: UInt32) throws -> String {
        var clip = Clip("mkv", frames: 120, at: .fps(30))
        clip.subtitles = "1\n00:00:00,000 --> 00:00:04,000\none\n\n"
        let path = scratch.file("clip.mp4")
        try Retime().run(clip.write(to: scratch), to: path)
        let bytes = try ScratchDirectory.bytes(of: path)
        let second = UInt32(try ClipReader(path).streams[1].timeBase.denominator)
        let samples = ["one", "", "two", "", "three", ""].map(Self.sample)
        let media = samples.flatMap { $0 }
        // Where the index was begins what is put in front of it.
        let index = try #require(MovieBox.list(in: bytes[...]).last)
        let place = bytes.count - index.payload.count - 8
        func word(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        let changed = try IndexEdit.replace(of: bytes, track: 1) { boxes in
            let table: [BoxType] = ["mdia", "minf", "stbl"]
            var boxes = boxes
            let steps = (0..<6).flatMap { index in
                word(1) + word(Int(index % 2 == 0 ? second - blankTicks : blankTicks))
            }
            boxes = IndexEdit.change(table + ["stts"], in: boxes) { _ in word(0) + word(6) + steps }
            boxes = IndexEdit.change(table + ["stsz"], in: boxes) { _ in
                word(0) + word(0) + word(6) + samples.flatMap { word($0.count) }
            }
            boxes = IndexEdit.change(table + ["stsc"], in: boxes) { _ in word(0) + word(1) + word(1) + word(6) + word(1)
            }
            return IndexEdit.change(table + ["stco"], in: boxes) { _ in word(0) + word(1) + word(place + 8) }
        }
        let result = Array(changed[..<place]) + word(media.count + 8) + "mdat".utf8 + media + changed[place...]
        return try scratch.write(result, to: "blank.mp4")
    }

    @Test(arguments: [0, 1]) func `They stay where they are`(blankTicks: UInt32) throws {
        let path = try clip(blankTicks: blankTicks)
        for container in ["mp4", "mov", "mkv"] {
            let result = scratch.file("result.\(container)")
            try Retime(.rate(1, 2)).run(path, to: result)
            let texts = try ClipReader(result).packets[1].filter { $0.payload.bytes.count > 2 }
            #expect(try texts.map { try #require($0.pts) } == [0, 2, 4].map { RationalTime($0, 1) }, "\(container)")
        }
    }

    /// libavformat does not say of texts in fragments how long they last.
    @Test func `In fragments they last until the next`() throws {
        let path = scratch.file("fragments.mp4")
        let video = try Clip("mp4", frames: 120, at: .fps(30)).write(to: scratch)
        let texts = ["one", "two", "three"].enumerated()
            .map { "\($0 + 1)\n00:00:0\($0),000 --> 00:00:0\($0 + 1),000\n\($1)\n\n" }
        let subtitles = try scratch.write(Array(texts.joined().utf8), to: "texts.srt")
        let flags = "empty_moov+default_base_moof+frag_keyframe"
        let command = [
            "ffmpeg", "-v", "error", "-nostdin", "-i", video, "-i", subtitles, "-c", "copy", "-c:s", "mov_text",
        ]
        let outcome = try RunningCommand(command + ["-movflags", flags, path]).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(try ClipReader(path).packets[1].allSatisfy { $0.duration == .zero })
        for container in ["mp4", "mkv"] {
            let result = scratch.file("result.\(container)")
            try Retime(.rate(1, 2)).run(path, to: result)
            let texts = try ClipReader(result).packets[1].filter { $0.payload.bytes.count > 2 }
            #expect(texts.count == 3)
            for (number, text) in texts.enumerated() {
                #expect(abs(text.duration.seconds - 2) < 0.01)
                #expect(abs(try #require(text.pts).seconds - Double(2 * number)) < 0.15)
            }
        }
    }
}
