import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Audio of Matroska, which counts milliseconds, is copied to containers that count samples.
@Suite struct SamplePositionsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func copy(_ encoder: String, _ samples: Int64, to container: String) throws -> (
        source: String, copy: String
    ) {
        let clip = Clip("mka", audio: Clip.Audio(encoder, samples: samples))
        let path = try clip.write(to: scratch)
        let output = scratch.file("copy.\(container)")
        let plan = try Retime().plan(path, for: try #require(Container(forPath: output)))
        for track in plan.carried { if case .copy = track.treatment {} else { Issue.record("it is not copied") } }
        _ = try Exporter(plan: plan).run(to: output, overwriting: true)
        return (path, output)
    }

    private func packets(_ path: String) throws -> [(start: Int64, duration: Int64)] {
        let demuxer = try Demuxer(path: path)
        var packets: [(Int64, Int64)] = []
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            let (tick, rate) = (demuxer.streams[0].timeBase, Int64(demuxer.streams[0].parameters.sampleRate))
            let unit = rate * Int64(tick.numerator)
            let (start, duration) = (packet.pts, packet.duration)
            packets.append(
                (try #require(start) * unit / Int64(tick.denominator), duration * unit / Int64(tick.denominator))
            )
            packet.reset()
        }
        return packets
    }

    static let encoders = [
        ("libopus", "m4a", 960), ("aac", "m4a", 1024), ("libmp3lame", "mp4", 1152), ("ac3", "mp4", 1536),
    ]

    @Test(arguments: encoders) func `Packets follow one another to the sample`(encoder: (String, String, Int)) throws {
        let packets = try packets(copy(encoder.0, 96_000, to: encoder.1).copy)
        try #require(packets.count > 10)
        for (packet, next) in zip(packets, packets.dropFirst()) {
            #expect(next.start - packet.start == Int64(encoder.2))
        }
    }

    @Test(arguments: ["m4a", "ogg", "mp4"]) func `Opus begins and ends with the samples that it did`(container: String)
        throws
    {
        for samples in [95_000, 96_000] as [Int64] {
            let (source, copy) = try copy("libopus", samples, to: container)
            let (before, after) = (try ClipReader(source).audio(ofStream: 0), try ClipReader(copy).audio(ofStream: 0))
            #expect(after.start == .zero)
            #expect(before.channels[0].count == after.channels[0].count)
            #expect(before.channels[0] == after.channels[0])
        }
    }

    @Test func `Vorbis keeps its two lengths`() throws {
        let clip = Clip("ogg", audio: Clip.Audio("libvorbis", samples: 96_000))
        let original = try clip.write(to: scratch)
        let coarse = scratch.file("coarse.mka")
        try Retime().run(original, to: coarse)
        let fine = scratch.file("fine.ogg")
        try Retime().run(coarse, to: fine)
        let (before, after) = (try packets(original), try packets(fine))
        #expect(before.count == after.count)
        let steps = { (packets: [(start: Int64, duration: Int64)]) in
            zip(packets, packets.dropFirst()).map { $1.start - $0.start }
        }
        #expect(steps(before).dropLast() == steps(after).dropLast())
    }
}
