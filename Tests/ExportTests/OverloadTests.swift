import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

/// Audio beyond full scale.
@Suite struct OverloadTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A second of 440 Hz at 48 kHz, of 32-bit float samples.
    private func sound(peak: Float) throws -> String {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let samples = (0..<48_000).flatMap { index -> [UInt8] in
            let phase = Float((index * 440 + 12_000) % 48_000) / 48_000
            // A triangle that begins and ends at zero.
            return bytes((peak * (4 * abs(phase - 0.5) - 1)).bitPattern, 4)
        }
        let format = bytes(3, 2) + bytes(1, 2) + bytes(48_000, 4) + bytes(192_000, 4) + bytes(4, 2) + bytes(32, 2)
        let chunks =
            Array("WAVEfmt ".utf8) + bytes(16, 4) + format + Array("data".utf8) + bytes(UInt32(samples.count), 4)
            + samples
        return try scratch.write(Array("RIFF".utf8) + bytes(UInt32(chunks.count), 4) + chunks, to: "in.wav")
    }

    @Test(arguments: ["wav", "mov", "mkv"]) func `Floating-point samples keep their range`(container: String) throws {
        var retime = Retime(.rate(1, 2))
        retime.settings.audio = AudioEncoding(codec: .pcm)
        retime.settings.pitch = .varispeed
        let output = scratch.file("out.\(container)")
        #expect(try retime.run(sound(peak: 4), to: output).clipping == nil)
        let reader = try ClipReader(output)
        #expect(reader.streams[0].parameters.codecName == "pcm_f32le")
        let peak = try reader.audio(ofStream: 0).channels[0].map(\.magnitude).max() ?? 0
        #expect(abs(peak - 4) < 0.1)
    }

    @Test func `What is cut off is said`() throws {
        var retime = Retime(.rate(1, 2))
        retime.settings.pitch = .varispeed
        retime.settings.audio = AudioEncoding(codec: .flac)
        let clipping = try #require(try retime.run(sound(peak: 4), to: scratch.file("out.flac")).clipping)
        // Of a triangle of four times full scale a quarter is below it.
        #expect(abs(clipping.share - 0.75) < 0.01)
        #expect(abs(clipping.peak - 4) < 0.1)
        #expect(clipping.samples == Int64((clipping.share * 96_000).rounded()))
        #expect(clipping.warning.hasPrefix("7"))
        #expect(try retime.run(sound(peak: 0.9), to: scratch.file("low.flac")).clipping == nil)
    }
}
