import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Export

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
    private func filled(hole: Int64, sampleRate: Int32) throws -> Counter {
        let scratch = try ScratchDirectory()
        var audio = Clip.Audio("pcm_s32le", samples: 100)
        audio.sampleRate = Int(sampleRate)
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
            try packet.replacePayload(with: [UInt8](repeating: 1, count: 400))
            let (begin, end) = (RationalTime(start, sampleRate), RationalTime(start + 100, sampleRate))
            try stage.take(CopiedPacket(packet: packet, start: begin, end: end, decoded: begin))
        }
        try stage.finish()
        return counter
    }

    /// A file may state any sample rate: a second of this one takes 8 GB.
    @Test func `Silence of any sample rate is made in pieces`() throws {
        let hole: Int64 = 20_000_000
        let counter = try filled(hole: hole, sampleRate: 2_000_000_000)
        #expect(counter.sizes.allSatisfy { $0 <= 1 << 20 })
        #expect(counter.sizes.reduce(0, +) == 4 * (300 + Int(hole)))
        var position: Int64 = 0
        for (size, start) in zip(counter.sizes, counter.starts) {
            #expect(start == RationalTime(position, 2_000_000_000))
            position += Int64(size / 4)
        }
    }

    @Test func `Silence of a usual sample rate is made second by second`() throws {
        let counter = try filled(hole: 120_000, sampleRate: 48_000)
        #expect(counter.sizes == [400, 192_000, 192_000, 96_000, 400, 400])
    }
}
