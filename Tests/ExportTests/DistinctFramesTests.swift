import FFmpeg
import InBetween
import Testing

@testable import Export

@Suite struct DistinctFramesTests {
    /// A grey frame, in which a rectangle of a plane has another sample.
    private func frame(_ format: String, plane: Int, _ sample: UInt8) throws -> Frame {
        let frame = try Frame.video(#require(PixelFormat(named: format)), width: 64, height: 48)
        for number in 0..<3 {
            let (stride, rows) = (frame.stride(ofPlane: number), frame.rows(ofPlane: number))
            frame.withMutablePlane(number) { samples in
                for row in 0..<rows {
                    for column in 0..<stride {
                        let isInside = number == plane && row < 16 && column < 16
                        samples[row * stride + column] = isInside ? sample : 128
                    }
                }
            }
        }
        return frame
    }

    /// A coloured text appears upon a ground of the same brightness.
    @Test(arguments: ["yuv420p", "yuv444p", "gbrp"], 0..<3)
    func `What changes in one plane only is no repetition`(format: String, plane: Int) throws {
        let first = try frame(format, plane: plane, 128)
        let same = try frame(format, plane: plane, 129)
        let other = try frame(format, plane: plane, 180)
        let differences = (DistinctFrames.difference(first, same), DistinctFrames.difference(first, other))
        #expect(differences.0 <= Likeness.mostSame)
        #expect(differences.1 > RepeatedPictures.enough)
    }
}
