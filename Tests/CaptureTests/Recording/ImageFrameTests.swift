@testable import Capture
import FFmpeg
import TestSupport
import Testing

/// A still has the colours of the recording, whatever the camera's samples stand for.
@Suite struct ImageFrameTests {
    /// Red, green and blue as parts of 1.
    private static let colours: [[Double]] = [[0.61, 0, 0], [0.16, 0.16, 0.16], [0.1, 0.5, 0.8], [1, 1, 1]]

    /// The shares of red and blue in luma.
    private static func shares(_ matrix: String) throws -> (red: Double, blue: Double) {
        try #require(
            ["smpte170m": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020nc": (0.2627, 0.0593)][matrix]
        )
    }

    /// Luma and the differences to blue and red of a colour, in eight bits.
    private static func samples(_ colour: [Double], _ matrix: String, isFull: Bool) throws -> [Double] {
        let (red, blue) = try shares(matrix)
        let luma = red * colour[0] + (1 - red - blue) * colour[1] + blue * colour[2]
        let differences = [(colour[2] - luma) / (1 - blue) / 2, (colour[0] - luma) / (1 - red) / 2]
        return [isFull ? 255 * luma : 16 + 219 * luma] + differences.map { 128 + (isFull ? 255 : 224) * $0 }
    }

    @Test(arguments: ["smpte170m", "bt709", "bt2020nc"], [false, true])
    func `A colour is the same in the still`(matrix: String, isFull: Bool) throws {
        for (colour, isInterlaced) in zip(Self.colours, [false, true, false, false]) {
            let samples = try Self.samples(colour, matrix, isFull: isFull).map { UInt8(min(255, $0.rounded())) }
            let frame = try Frame.video(try #require(PixelFormat(named: "yuv422p")), width: 32, height: 16)
            for plane in 0..<3 {
                frame.withMutablePlane(plane) { row in
                    for index in row.indices { row[index] = samples[plane] }
                }
            }
            var stated = ColourDescription()
            (stated.matrix, stated.range) = (matrix, isFull ? "pc" : "tv")
            let image = try ImageFrame.make(of: frame, standingFor: stated, isInterlaced: isInterlaced)
            let format = image.pixelFormat?.name
            #expect(format == "yuvj420p")
            let expected = try Self.samples(colour, "smpte170m", isFull: true)
            for plane in 0..<3 {
                var sample: UInt8 = 0
                image.withPlane(plane) { sample = $0[1] }
                #expect(abs(Double(sample) - expected[plane]) < 3, "\(colour) \(plane)")
            }
        }
    }

    @Test func `Raw samples of a sensor are not pale`() throws {
        let frame = try Frame.video(try #require(PixelFormat(named: "bayer_rggb8")), width: 32, height: 16)
        frame.withMutablePlane(0) { row in
            for index in row.indices { row[index] = 40 }
        }
        let image = try ImageFrame.make(of: frame, standingFor: ColourDescription(), isInterlaced: false)
        var luma: UInt8 = 0
        image.withPlane(0) { luma = $0[8] }
        #expect(abs(Int(luma) - 40) < 3)
    }
}
