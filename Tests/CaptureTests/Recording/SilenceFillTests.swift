import FFmpeg
import MediaTime
import Testing

@testable import Capture

/// What is stored while a microphone delivers nothing.
@Suite struct SilenceFillTests {
    private struct Stored {
        var packets = 0
        var end: Int64 = 0

        mutating func take(_ packet: borrowing Packet) {
            packets += 1
            end = (packet.pts ?? 0) + packet.duration
        }
    }

    private static func block(at instant: RationalTime) -> AudioBlock {
        AudioBlock(samples: [Float](repeating: 0.5, count: 4800), timestamp: instant)
    }

    @Test func `Silence is made on the way, and not at its end`() throws {
        let coder = try AudioCoder.make(sampleRate: 48_000, channelCount: 1)
        var stored = Stored()
        try coder.take(Self.block(at: .zero), since: .zero) { stored.take($0) }
        var most = 0
        for tenth in Int64(1)...1200 {
            let before = stored.packets
            try coder.fillSilence(upTo: RationalTime(tenth, 10), since: .zero) { stored.take($0) }
            most = max(most, stored.packets - before)
        }
        // A tenth of a second has five packets.
        #expect(most <= 6)
        #expect(abs(stored.end - 118 * 48_000) < 4096)
        // The microphone delivers again: two seconds are left to fill.
        let before = stored.packets
        try coder.take(Self.block(at: RationalTime(120, 1)), since: .zero) { stored.take($0) }
        #expect(stored.packets - before < 105)
        try coder.finish { stored.take($0) }
        #expect(abs(stored.end - 1201 * 4800) < 2048)
    }

    @Test func `Audio that comes later than silence was made for it moves nothing`() throws {
        let coder = try AudioCoder.make(sampleRate: 48_000, channelCount: 1)
        var stored = Stored()
        try coder.take(Self.block(at: .zero), since: .zero) { stored.take($0) }
        try coder.fillSilence(upTo: RationalTime(20, 1), since: .zero) { stored.take($0) }
        try coder.take(Self.block(at: RationalTime(10, 1)), since: .zero) { stored.take($0) }
        #expect(coder.lateCount == 4800)
        try coder.take(Self.block(at: RationalTime(19, 1)), since: .zero) { stored.take($0) }
        #expect(coder.lateCount == 4800)
        try coder.finish { stored.take($0) }
        #expect(abs(stored.end - 191 * 4800) < 2048)
    }

    @Test func `Before it has delivered there is nothing to fill`() throws {
        let coder = try AudioCoder.make(sampleRate: 48_000, channelCount: 1)
        var stored = Stored()
        try coder.fillSilence(upTo: RationalTime(20, 1), since: .zero) { stored.take($0) }
        #expect(stored.packets == 0)
    }
}
