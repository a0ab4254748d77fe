import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Holes between packets of PCM, filled with silence.
@Suite struct SilentHoleStageTests {
    /// Takes what it is given, and counts it.
    private final class Counter: PacketStage {
        private(set) var sizes: [Int] = []
        private(set) var starts: [RationalTime?] = []

        func take(_ packet: consuming CopiedPacket) throws {
            sizes.append(packet.packet.size)
            starts.append(packet.start)
        }

        func finish() throws {}
    }

    /// What a packet is preceded by where there is a hole in front of it. Two follow: one that is out of place is not believed.
    private func filled(hole: Int64, sampleRate: Int32, channels: Int) throws -> Counter {
        let scratch = try ScratchDirectory()
        var audio = Clip.Audio("pcm_s32le", samples: 100)
        (audio.sampleRate, audio.channels) = (Int(sampleRate), channels)
        let parameters = try ClipReader(Clip("mkv", audio: audio).write(to: scratch)).streams[0].parameters
        try #require(parameters.sampleRate == Int(sampleRate) && parameters.codecName == "pcm_s32le")
        let track = MediaTrack.made(.audio, index: 0, codec: "pcm_s32le", timescale: sampleRate)
        let counter = Counter()
        let stage = try #require(
            SilentHoleStage(
                track,
                SourceClock(track: track, origin: .zero),
                parameters,
                damage: DamageLog(),
                next: counter
            )
        )
        for start in [0, 100 + hole, 200 + hole] {
            let packet = try Packet()
            try packet.replacePayload(with: [UInt8](repeating: 1, count: 400 * channels))
            let (begin, end) = (RationalTime(start, sampleRate), RationalTime(start + 100, sampleRate))
            try stage.take(CopiedPacket(packet: packet, start: begin, end: end, decoded: begin))
        }
        try stage.finish()
        return counter
    }

    /// A file may state any sample rate: a second of some takes gigabytes.
    @Test func `Silence of high sample rates is made in pieces of a megabyte`() throws {
        let hole: Int64 = 500_000
        let counter = try filled(hole: hole, sampleRate: 192_000, channels: 2)
        #expect(counter.sizes.max() == 1 << 20)
        #expect(counter.sizes.reduce(0, +) == 8 * (300 + Int(hole)))
        var position: Int64 = 0
        for (size, start) in zip(counter.sizes, counter.starts) {
            #expect(start == RationalTime(position, 192_000))
            position += Int64(size / 8)
        }
    }

    @Test func `Silence of a usual sample rate is made second by second`() throws {
        let counter = try filled(hole: 120_000, sampleRate: 48_000, channels: 1)
        #expect(counter.sizes == [400, 192_000, 192_000, 96_000, 400, 400])
    }
}
