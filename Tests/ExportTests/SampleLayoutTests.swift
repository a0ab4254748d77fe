import FFmpeg
import Testing
import TimeStretch

@testable import Export

@Suite struct SampleLayoutTests {
    /// Full scale and beyond, whole steps of 16 bits, halves of them, and what lies between.
    private static let samples: [Float] = [
        0, 1, -1, 1.5, -1.5, 100, -100, 0.5, -0.5, 0.9999, 1 / 32768, -1 / 32768, 0.5 / 32768, 1.5 / 32768, 2.5 / 32768,
        -0.5 / 32768, -1.5 / 32768, 0.3 / 32768, 0.7 / 32768, 12_345.6 / 32768, -32_767.5 / 32768, 32_767.4 / 32768,
    ]

    @Test(arguments: [1, 2, 6])
    func `16 bits are made and read as libswresample makes and reads them`(channelCount: Int) throws {
        let layout = ChannelLayout(channelCount: channelCount)
        let block = PlanarSamples(
            channels: (0..<channelCount).map { channel in
                Self.samples.map { $0 * Float(channel + 1) / Float(channelCount) }
            }
        )
        func converted(to format: String, _ frame: borrowing Frame) throws -> Frame {
            let graph = try FilterGraph(
                "aformat=sample_fmts=\(format)",
                input: .audio(
                    sampleRate: 48000,
                    sampleFormat: frame.sampleFormatName,
                    channelLayout: layout,
                    timeBase: TimeBase(1, 48000)
                )
            )
            try graph.send(frame)
            let output = try Frame()
            #expect(try graph.receive(into: output) == .produced)
            return output
        }
        func integers(_ frame: borrowing Frame) -> [Int16] {
            frame.withInterleaved16 { span in span.indices.map { span[$0] } }
        }

        let ours = try Frame.audio(block, as: .interleaved16, sampleRate: 48000, channelLayout: layout)
        let floats = try Frame.audio(block, as: .planarFloat, sampleRate: 48000, channelLayout: layout)
        let theirs = try converted(to: "s16", floats)
        #expect(integers(ours) == integers(theirs))
        let (read, expected) = (PlanarSamples(ours), PlanarSamples(try converted(to: "fltp", ours)))
        #expect(read != nil && read == expected)
    }
}
