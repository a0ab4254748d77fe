import Testing

@testable import FFmpeg

@Suite struct FrameLimitsTests {
    /// A frame whose samples count up from zero, but for the last one of each plane.
    private static func frame(_ format: String, last: UInt16) throws -> Frame {
        let frame = try Frame.video(#require(PixelFormat(named: format)), width: 8, height: 4)
        for plane in 0..<3 {
            let (first, stride) = try unsafe #require(frame.address(ofPlane: plane))
            let (width, height) = plane == 0 ? (8, 4) : (4, 2)
            for row in 0..<height {
                let samples = unsafe first.advanced(by: row * stride).assumingMemoryBound(to: UInt16.self)
                for place in 0..<width { unsafe samples[place] = UInt16(row * width + place) }
                if row == height - 1 { unsafe samples[width - 1] = last }
            }
        }
        return frame
    }

    private static func samples(_ frame: borrowing Frame, plane: Int) throws -> [UInt16] {
        let (first, stride) = try unsafe #require(frame.address(ofPlane: plane))
        let (width, height) = plane == 0 ? (8, 4) : (4, 2)
        return (0..<height).flatMap { row in
            let samples = unsafe first.advanced(by: row * stride).assumingMemoryBound(to: UInt16.self)
            return (0..<width).map { unsafe samples[$0] }
        }
    }

    @Test(
        arguments: [
            ("yuv420p10le", 1023, 1023), ("yuv420p10le", 1024, 1023), ("yuv420p10le", 14378, 1023),
            ("yuv420p12le", 65535, 4095), ("yuv420p16le", 65535, 65535),
        ] as [(String, UInt16, UInt16)]
    )
    func `Samples are no greater than their bits can say`(format: String, given: UInt16, kept: UInt16) throws {
        let frame = try Self.frame(format, last: given)
        let other = try frame.reference()
        try frame.limitSamples()
        for plane in 0..<3 {
            let count: UInt16 = plane == 0 ? 32 : 8
            #expect(try Self.samples(frame, plane: plane) == Array(0..<count - 1) + [kept])
            // Who else has these samples, as a decoder that refers to them, keeps them.
            #expect(try Self.samples(other, plane: plane).last == given)
        }
    }
}
