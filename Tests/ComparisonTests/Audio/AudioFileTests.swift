import FFmpeg
import TestSupport
import Testing
import TimeStretch

@testable import Comparison

/// Audio files of other programs.
@Suite struct AudioFileTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func audio(channelCount: Int) -> AudioSamples {
        AudioSamples(PlanarSamples(channelCount: channelCount), sampleRate: 8000, .init(channelCount: channelCount))
    }

    /// A WAV of mono or stereo.
    private func write(_ bits: Int, isFloat: Bool, channels: Int, _ data: [UInt8]) throws -> String {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let frame = channels * bits / 8
        let format =
            bytes(isFloat ? 3 : 1, 2) + bytes(channels, 2) + bytes(8000, 4) + bytes(8000 * frame, 4) + bytes(frame, 2)
            + bytes(bits, 2)
        let chunks =
            Array("WAVEfmt ".utf8) + bytes(format.count, 4) + format + Array("data".utf8) + bytes(data.count, 4) + data
        return try scratch.write(Array("RIFF".utf8) + bytes(chunks.count, 4) + chunks, to: "other.wav")
    }

    @Test func `The mean of two channels of 16 bits is not rounded to 16 bits`() throws {
        let frame: [UInt8] = [3, 0, 0, 0]
        let path = try write(16, isFloat: false, channels: 2, Array((0..<1000).map { _ in frame }.joined()))
        let read = try AudioFile.read(path, as: audio(channelCount: 1))
        #expect(read.samples.channels == [[Float](repeating: 1.5 / 32_768, count: 1000)])
    }

    @Test func `One channel becomes two of its level`() throws {
        let path = try write(16, isFloat: false, channels: 1, Array((0..<1000).map { _ in [0, 0x40] }.joined()))
        let read = try AudioFile.read(path, as: audio(channelCount: 2))
        #expect(read.samples.channels == Array(repeating: [Float](repeating: 0.5, count: 1000), count: 2))
    }

    @Test(arguments: [(1e25, 0x1p31), (-1e10, -0x1p31), (.infinity, 0), (.nan, 0), (2, 2)] as [(Float, Float)])
    func `Floats have limits`(sample: Float, limited: Float) throws {
        let frame = (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) }
        let path = try write(32, isFloat: true, channels: 1, Array((0..<1000).map { _ in frame }.joined()))
        #expect(try AudioFile.read(path).samples.channels == [[Float](repeating: limited, count: 1000)])
    }
}
