import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// A file that is cut short says so, wherever its container lets that be seen; a whole one does not.
@Suite struct TruncationTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// The name of the file, and the muxer's own options.
    private static let kinds: [(name: String, options: [String: String])] = [
        ("a.mkv", [:]), ("live.mkv", ["live": "1"]), ("a.webm", [:]), ("first.mp4", ["movflags": "+faststart"]),
        ("first.mov", ["movflags": "+faststart"]),
        ("fragments.mp4", ["movflags": "empty_moov+default_base_moof+frag_keyframe"]),
        ("indexed.mp4", ["movflags": "empty_moov+default_base_moof+frag_keyframe+global_sidx"]), ("a.avi", [:]),
        ("a.wav", [:]), ("long.wav", ["rf64": "always"]), ("a.aiff", [:]),
    ]

    @Test(arguments: kinds.map(\.name)) func `Bytes that are missing are counted`(name: String) throws {
        let whole = try written(name)
        #expect(try description(of: whole, as: name).truncation == nil)
        for part in [0.55, 0.8, 0.97] {
            let bytes = whole.prefix(Int(Double(whole.count) * part))
            let truncation = try #require(try description(of: bytes, as: name).truncation)
            #expect(truncation.unit == .bytes)
            #expect(truncation.present == UInt64(bytes.count))
            #expect(truncation.stated > truncation.present)
            if !["live.mkv", "fragments.mp4"].contains(name) {
                #expect(truncation.stated.distance(to: UInt64(whole.count)).magnitude <= 200)
            }
        }
    }

    @Test func `A fragmented movie with an index, cut between two fragments`() throws {
        let whole = try written("indexed.mp4")
        let last = try #require(whole.ranges(of: Array("moof".utf8)).last).lowerBound - 4
        let truncation = try #require(try description(of: whole.prefix(last), as: "indexed.mp4").truncation)
        #expect(truncation.stated > truncation.present)
    }

    /// libavformat refuses a file with a description of a fragment that it cannot read.
    @Test(arguments: [9, 60, 120])
    func `A fragmented movie that is cut within its last description keeps what is before`(
        bytes: Int
    ) throws {
        let whole = try written("fragments.mp4")
        let last = try #require(whole.ranges(of: Array("moof".utf8)).last).lowerBound - 4
        let path = try scratch.write(whole.prefix(last + bytes), to: "cut, 1.mp4")
        let before = try ClipReader(scratch.write(whole.prefix(last), to: "before.mp4")).frames().map(\.number)
        let media = try MediaDescription(ofFile: path)
        #expect(media.truncation?.present == UInt64(last + bytes))
        let result = scratch.file("result.mp4")
        let retime = Retime(.rate(1, 2))
        #expect(try retime.plan(path, for: .mp4).warnings.contains { $0.contains("is cut short") })
        try retime.run(path, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == before)
        #expect(before.count > 40)
    }

    @Test func `A fragmented movie that ends within a header`() throws {
        let whole = try written("fragments.mp4")
        let last = try #require(whole.ranges(of: Array("moof".utf8)).last).lowerBound - 4
        for count in 1...7 {
            let truncation = try #require(try description(of: whole.prefix(last + count), as: "a.mp4").truncation)
            #expect(truncation.stated == UInt64(last + 8))
        }
        #expect(try description(of: whole.prefix(last), as: "a.mp4").truncation == nil)
    }

    @Test(arguments: [0, 4, 40], [1, 7, 300]) func `A fragmented movie that is damaged in its midst`(
        place: Int,
        count: Int
    ) throws {
        let whole = try written("fragments.mp4")
        let fragments = whole.ranges(of: Array("moof".utf8)).map { $0.lowerBound - 4 }
        try #require(fragments.count > 3)
        var bytes = whole
        bytes.removeSubrange(fragments[2] + place..<fragments[2] + place + count)
        let truncation = try #require(try description(of: bytes, as: "a.mp4").truncation)
        #expect(truncation.unit == .readableBytes)
        #expect(truncation.stated == UInt64(bytes.count))
        #expect(truncation.present >= UInt64(fragments[2]))
        #expect(truncation.present < UInt64(fragments[3]))
        #expect(truncation.description.hasPrefix("damaged behind byte \(truncation.present) of \(bytes.count): "))
    }

    @Test func `What stands behind fragments and is no box is nothing that is missing`() throws {
        let whole = try written("fragments.mp4")
        let last = try #require(whole.ranges(of: Array("moof".utf8)).last).lowerBound - 4
        let text = Array(String(repeating: "trailer ", count: 50).utf8)
        for rest in [[UInt8](repeating: 0, count: 5000), text] {
            #expect(try description(of: whole.prefix(last) + rest, as: "a.mp4").truncation == nil)
        }
    }

    @Test func `Samples of FLAC that are missing are counted`() throws {
        var audio = Clip.Audio("flac", samples: 96_000)
        audio.channels = 2
        let whole = try ScratchDirectory.bytes(of: Clip("flac", audio: audio).write(to: scratch))
        #expect(try description(of: whole, as: "a.flac").truncation == nil)
        for part in [0.3, 0.55, 0.9] {
            let bytes = whole.prefix(Int(Double(whole.count) * part))
            let truncation = try #require(try description(of: bytes, as: "a.flac").truncation)
            #expect(truncation.unit == .samples)
            #expect(truncation.stated == 96_000)
            #expect(truncation.present < 96_000)
            #expect(abs(Double(truncation.present) / 96_000 - part) < 0.15)
        }
    }

    @Test func `What a program writes into a pipe is not cut short`() throws {
        var bytes = try written("a.wav")
        for name in ["RIFF", "data"] {
            let place = try #require(bytes.firstRange(of: Array(name.utf8))).upperBound
            bytes.replaceSubrange(place..<place + 4, with: [255, 255, 255, 255])
        }
        #expect(try description(of: bytes, as: "piped.wav").truncation == nil)
        let inspection = try MediaInspection(ofFile: scratch.write(bytes, to: "piped.wav"), effort: .decoding)
        #expect(inspection.damageCount == 0)
    }

    @Test func `MPEG-TS has no length to compare`() throws {
        let whole = try ScratchDirectory.bytes(of: Clip("ts", frames: 24, at: .fps(120)).write(to: scratch))
        #expect(try description(of: whole.prefix(whole.count / 2), as: "cut.ts").truncation == nil)
    }

    @Test func `An export and an inspection say it`() throws {
        let whole = try written("a.mkv")
        let path = try scratch.write(whole.prefix(whole.count / 2), to: "cut.mkv")
        let percent = 100 * (whole.count / 2) / whole.count
        let text = "cut short: \(whole.count / 2) of \(whole.count) bytes are there (\(percent) %)"
        #expect(try Retime(.rate(1, 2)).plan(path, for: .mkv).warnings.first == "\(path) is \(text)")
        #expect(try MediaInspection(ofFile: path).media.truncation?.description == text)
    }

    @Test func `Of a file without a frame nothing is written`() throws {
        let path = try scratch.write(written("a.mkv").prefix(1000), to: "cut.mkv")
        #expect(try MediaDescription(ofFile: path).emptiness != nil)
        #expect(throws: (any Error).self) { try Retime(.rate(1, 2)).run(path, to: scratch.file("result.mkv")) }
        #expect(try scratch.contents.contains("result.mkv") == false)
    }

    private func description(of bytes: some Sequence<UInt8>, as name: String) throws -> MediaDescription {
        try MediaDescription(ofFile: scratch.write(bytes, to: name))
    }

    private func written(_ name: String) throws -> [UInt8] {
        let container = String(name.drop { $0 != "." }.dropFirst())
        var clip: Clip
        switch container {
        case "wav": clip = Clip(container, audio: Clip.Audio(samples: 48_000))
        case "aiff": clip = Clip(container, audio: Clip.Audio("pcm_s16be", samples: 48_000))
        case "webm": clip = Clip(container, audio: Clip.Audio("libopus", samples: 96_000))
        case "avi": clip = Clip(container, frames: 48, at: .fps(24), codec: .mjpeg)
        default: clip = Clip(container, frames: 96, at: .fps(120))
        }
        let options = Self.kinds.first { $0.name == name }?.options ?? [:]
        clip.options = options.map { MetadataEntry(key: $0.key, value: $0.value) }
        return try ScratchDirectory.bytes(of: clip.write(to: scratch, as: "whole"))
    }
}
