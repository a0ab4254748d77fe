import FFmpeg
import MediaFormats
import Testing

@testable import Export

/// Black frames and bars, in every range and depth.
@Suite struct FrameCanvasTests {
    /// How a clip's samples are coded, and black in it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let format: String
        let range: String
        let black: Int

        var testDescription: String { "\(format) \(range)" }

        fileprivate var colour: ColourDescription {
            var colour = ColourDescription.bt709Limited
            colour.range = range
            if format.hasPrefix("gbr") { colour.matrix = "gbr" }
            return colour
        }

        fileprivate func target(width: Int, height: Int) throws -> FrameTarget {
            let pixelFormat = try #require(PixelFormat(named: format))
            return FrameTarget(width: width, height: height, pixelFormat: pixelFormat, colour: colour)
        }
    }

    static let kinds = [
        Kind(format: "yuv420p", range: "tv", black: 16), Kind(format: "yuv420p", range: "pc", black: 0),
        Kind(format: "yuvj420p", range: "pc", black: 0), Kind(format: "yuv422p10le", range: "tv", black: 64),
        Kind(format: "yuv444p10le", range: "pc", black: 0), Kind(format: "gbrp", range: "pc", black: 0),
        Kind(format: "gray12le", range: "pc", black: 0), Kind(format: "gray12le", range: "tv", black: 256),
    ]

    private func converter(
        _ kind: Kind,
        _ recipe: FrameRecipe? = nil,
        size: (width: Int, height: Int) = (64, 48)
    ) throws -> FrameConverter.Running {
        let source = FrameConverter.Source(
            colour: kind.colour,
            turn: .upright,
            width: size.width,
            height: size.height,
            pixelAspect: 1
        )
        return FrameConverter(
            target: try kind.target(width: 64, height: 48),
            recipe: recipe,
            sources: [source],
            timeBase: TimeBase(1, 25),
            isInterlaced: false
        ).started()
    }

    /// A frame all of whose samples are the same.
    private func frame(_ format: String, _ colour: ColourDescription, width: Int, height: Int, _ sample: Int) throws
        -> Frame
    {
        let pixelFormat = try #require(PixelFormat(named: format))
        let frame = try Frame.video(pixelFormat, width: width, height: height)
        frame.set(colour)
        for plane in 0..<(pixelFormat.planes?.order.count ?? 1) { frame.fill(plane: plane, with: sample) }
        return frame
    }

    /// The sample of a plane in its middle row, at a share of the frame's width.
    private func sample(_ frame: borrowing Frame, plane: Int = 0, at share: Double = 0) -> Int {
        let bytes = (frame.pixelFormat?.bitDepth ?? 8) > 8 ? 2 : 1
        let column = Int(share * Double(frame.width))
        let place = frame.rows(ofPlane: plane) / 2 * frame.stride(ofPlane: plane) + column * bytes
        return frame.withPlane(plane) { Int($0[place]) | (bytes == 2 ? Int($0[place + 1]) << 8 : 0) }
    }

    @Test(arguments: kinds) func `A pause is black, also before the first frame`(kind: Kind) throws {
        var converter = try converter(kind)
        let black = try converter.black()
        #expect((black.width, black.height) == (64, 48))
        #expect(sample(black) == kind.black)
        guard kind.format.hasPrefix("yuv") else { return }
        #expect(sample(black, plane: 1) == 128 << ((black.pixelFormat?.bitDepth ?? 8) - 8))
    }

    /// Frames of another shape in the middle of a track, and a frame that is to be padded.
    @Test(arguments: kinds, [false, true]) func `Bars are black`(kind: Kind, isShaped: Bool) throws {
        let recipe = try isShaped ? recipe() : nil
        var converter = try converter(kind, recipe, size: isShaped ? (32, 48) : (64, 48))
        let grey = try frame(kind.format, kind.colour, width: 32, height: 48, 128)
        let framed = try converter.convert(grey, ofPart: 0, view: nil)
        #expect((framed.width, framed.height) == (64, 48))
        #expect(sample(framed, at: 0.1) == kind.black)
        #expect(sample(framed, at: 0.9) == kind.black)
        #expect(sample(framed, at: 0.27) == 128 && sample(framed, at: 0.73) == 128)
    }

    /// Frames of 32x48 come into the middle of 64x48.
    private func recipe() throws -> FrameRecipe {
        let seen = SeenFrame(stored: FrameExtent(width: 32, height: 48))
        var shape = FrameShape()
        (shape.size, shape.fit) = (.exact(width: 64, height: 48), .bars)
        return FrameRecipe(
            colour: .none,
            pixelFormat: nil,
            alphaFormat: nil,
            reasons: [],
            layouts: [try FrameLayout(seen, shape, step: (2, 2))],
            frames: [seen],
            zoom: nil,
            coding: SampleCoding(.ffv1, in: nil)
        )
    }

    /// Motion JPEG for a codec that takes no odd sizes, and only formats that do not say their range.
    @Test(arguments: ["yuvj420p", "yuvj444p"]) func `A row or column more changes no range`(format: String) throws {
        let kind = Kind(format: "yuv420p", range: "pc", black: 0)
        var converter = try converter(kind, size: (63, 47))
        let white = try frame(format, kind.colour, width: 63, height: 47, 255)
        for plane in 1...2 { white.fill(plane: plane, with: 128) }
        let larger = try converter.convert(white, ofPart: 0, view: nil)
        #expect((larger.width, larger.height) == (64, 48))
        #expect(sample(larger) == 255)
    }
}
