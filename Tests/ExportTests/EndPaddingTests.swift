import Composition
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// What an encoder puts in front of audio, and fills its last packet with, is none of the clip.
@Suite struct EndPaddingTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let sources = [
        ("libmp3lame", "mp3"), ("libmp3lame", "mp4"), ("libopus", "opus"), ("libopus", "mka"), ("libopus", "webm"),
        ("libopus", "mp4"),
    ]

    /// A clip that ends within a packet.
    private func clip(_ encoder: String, _ container: String) throws -> String {
        try Clip(container, audio: Clip.Audio(encoder, samples: 30_000)).write(to: scratch)
    }

    @Test(arguments: sources) func `A clip is as long as it is heard, and another one follows at once`(
        encoder: String,
        container: String
    ) throws {
        let path = try clip(encoder, container)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks[0].range == (try TimeRange(start: .zero, duration: RationalTime(30_000, 48_000))))
        let composition = try Composition([media.asset, media.asset])
        let output = scratch.file("twice.wav")
        _ = try Exporter(plan: ExportPlan(composition, of: [media], container: .wav)).run(to: output)
        let samples = try ClipReader(output).audio(ofStream: 0).channels[0]
        try #require(samples.count == 60_000)
        // The tone goes on up to the end, and from there on, but for a fade of 3 ms.
        for place in [29_700, 30_150] { #expect(samples[place..<place + 150].contains { abs($0) > 0.02 }, "\(place)") }
    }

    @Test(arguments: sources, ["mka", "m4a", "ogg"]) func `A copy is no longer than its source`(
        source: (encoder: String, container: String),
        container: String
    ) throws {
        let target = try #require(Container(rawValue: container))
        let plan = try Retime().plan(clip(source.encoder, source.container), for: target)
        guard case .copy = plan.tracks[0].treatment else { return }
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let output = scratch.file("copy.\(container)")
        _ = try exporter.run(to: output)
        let range = try #require(try MediaDescription(ofFile: output).tracks[0].range)
        // Matroska counts milliseconds.
        let isCoarse = ["mka", "webm"].contains(source.container)
        let difference = try range.duration - RationalTime(30_000, 48_000)
        #expect(abs(difference.seconds) <= (isCoarse ? 0.001 : 0), "\(difference)")
    }

    /// More than what the headers of Opus say stands before an in point, for decoders.
    @Test(arguments: ["mka", "mkv"]) func `What a trim hides is not heard in Matroska`(container: String) throws {
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(10_000, 48_000), end: RationalTime(25_000, 48_000))
        let path = scratch.file("part.mp4")
        try retime.run(clip("libopus", "mp4"), to: path)
        let output = scratch.file("part.\(container)")
        try Retime().run(path, to: output)
        let range = try #require(try MediaDescription(ofFile: output).tracks[0].range)
        #expect(abs(range.duration.seconds - 15_000.0 / 48_000) <= 0.001)
    }
}
