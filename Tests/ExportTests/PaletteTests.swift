import FFmpeg
import RandomNumbers
import Testing

@testable import Export

/// The colours of moving images.
@Suite struct PaletteTests {
    private static let (width, height) = (64, 48)

    /// A frame of planes of green, blue and red.
    private func frame(_ colour: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)) throws -> Frame {
        let format = try #require(PixelFormat(named: "gbrp"))
        let frame = try Frame.video(format, width: Self.width, height: Self.height)
        for plane in 0..<3 {
            let stride = frame.stride(ofPlane: plane)
            frame.withMutablePlane(plane) { samples in
                for y in 0..<Self.height {
                    for x in 0..<Self.width {
                        let colour = colour(x, y)
                        samples[y * stride + x] = [colour.1, colour.2, colour.0][plane]
                    }
                }
            }
        }
        return frame
    }

    /// What is seen of a painted frame.
    private func seen(_ frame: borrowing Frame, _ palette: Palette) -> [PaletteColour] {
        let stride = frame.stride(ofPlane: 0)
        return frame.withPlane(0) { numbers in
            (0..<Self.width * Self.height).map {
                palette.colours[Int(numbers[$0 / Self.width * stride + $0 % Self.width])]
            }
        }
    }

    /// As if all were looked at, the first of those that are equally near.
    @Test(arguments: 0..<20 as Range<UInt64>) func `The nearest place is found without looking at all`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func place() -> SIMD3<Float> {
            // Coarse ones are often equal, or equally near.
            func part() -> Float { Float(Int.random(in: 0...(seed < 10 ? 6 : 4000), using: &random)) / 8 }
            return SIMD3(part(), part(), part())
        }
        let places = (0..<Int.random(in: 1...60, using: &random)).map { _ in place() }
        let search = NearestPlace(places)
        for _ in 0..<200 {
            let wanted = place()
            let distances = places.map { candidate in
                let difference = wanted - candidate
                return (difference * difference).sum()
            }
            #expect(search.number(nearestTo: wanted) == distances.firstIndex(of: distances.min() ?? 0))
        }
    }

    @Test func `A drawing of few colours keeps each of them`() throws {
        // Some are next to each other.
        func colour(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
            let number = (y / 3 * 16 + x / 4) % 255
            return (UInt8(number), UInt8(100 + number / 64), UInt8(number % 3))
        }
        let drawing = try frame(colour)
        var colours = ColourHistogram(fewColours: Palette.mostColours)
        colours.add(drawing, shown: 1)
        let palette = Palette(colours)
        #expect(palette.error == 0)
        var painter = PalettePainter(palette)
        let shown = try seen(painter.paint(drawing), palette)
        for (index, seen) in shown.enumerated() {
            let (red, green, blue) = colour(index % Self.width, index / Self.width)
            try #require(seen == PaletteColour(red: red, green: green, blue: blue))
        }
    }

    @Test func `Black bars are black, whatever is beside them`() throws {
        let clip = try frame { x, y in
            x < 24 ? (0, 0, 0) : x < 32 ? (255, 255, 255) : (UInt8((x * 37 + y * 11) % 256), UInt8(x * 4), UInt8(y * 5))
        }
        let dark = try frame { x, y in (UInt8(x / 8), UInt8(y / 8), UInt8((x + y) / 4)) }
        var colours = ColourHistogram(fewColours: Palette.mostColours)
        colours.add(clip, shown: 4)
        colours.add(dark, shown: 1)
        let palette = Palette(colours)
        #expect(palette.error > 0)
        var painter = PalettePainter(palette)
        let shown = try seen(painter.paint(clip), palette)
        for (index, colour) in shown.enumerated() where index % Self.width < 32 {
            let wanted = index % Self.width < 24 ? 0 : 255
            for part in [colour.red, colour.green, colour.blue] {
                try #require(abs(Int(part) - wanted) <= 2, "\(colour)")
            }
        }
    }

    /// All that is seen from some way off has the colours of the source: the mean of each block.
    @Test func `What lies between two colours is a pattern of both`() throws {
        let clip = try frame { x, y in (UInt8(x * 4), UInt8(y * 5), UInt8(255 - (x + y) * 2)) }
        let other = try frame { x, y in (UInt8(255 - x * 3), UInt8(x + y), UInt8(y * 4)) }
        var colours = ColourHistogram(fewColours: Palette.mostColours)
        colours.add(clip, shown: 3)
        colours.add(other, shown: 1)
        let palette = Palette(colours)
        #expect(palette.colours.count == Palette.mostColours && Set(palette.colours).count > 240)
        // Evenly spread, 255 colours of these two surfaces are some 10 apart.
        #expect(palette.error > 1 && palette.error < 8)
        var painter = PalettePainter(palette)
        let shown = try seen(painter.paint(clip), palette)
        var blocks: [Float] = []
        for top in stride(from: 0, to: Self.height, by: 8) {
            for left in stride(from: 0, to: Self.width, by: 8) {
                var difference = SIMD3<Float>.zero
                for y in top..<top + 8 {
                    for x in left..<left + 8 {
                        let source = SIMD3(Float(x * 4), Float(y * 5), Float(255 - (x + y) * 2))
                        difference += (shown[y * Self.width + x].components - source) / 64
                    }
                }
                blocks.append(max(abs(difference.x), abs(difference.y), abs(difference.z)))
            }
        }
        // Colours at the edges of the palette have nothing beyond them to be mixed with.
        #expect(blocks.reduce(0, +) / Float(blocks.count) < 4 && blocks.allSatisfy { $0 < 20 }, "\(blocks)")
        // It does not move.
        #expect(try seen(painter.paint(clip), palette) == shown)
    }

    /// A thousand colours that are next to one another.
    @Test(arguments: [0, 100]) func `Where there is little light, or one hue, steps are as fine as can be`(darkest: Int)
        throws
    {
        func colour(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
            (UInt8(darkest + x / 2), UInt8(darkest + y / 3), UInt8(darkest + (x + y) / 8))
        }
        let clip = try frame(colour)
        var colours = ColourHistogram(fewColours: Palette.mostColours)
        colours.add(clip, shown: 1)
        let palette = Palette(colours)
        #expect(Set(palette.colours).count > 150, "\(Set(palette.colours).count)")
        var painter = PalettePainter(palette)
        let shown = try seen(painter.paint(clip), palette)
        var squares = SIMD3<Float>.zero
        for (index, seen) in shown.enumerated() {
            let (red, green, blue) = colour(index % Self.width, index / Self.width)
            let difference = seen.components - PaletteColour(red: red, green: green, blue: blue).components
            squares += difference * difference
        }
        let error = (squares.sum() / Float(3 * shown.count)).squareRoot()
        // By 5 bits there are some 20 colours in such a frame, 8 apart.
        #expect(error < 1.5, "\(error)")
    }

    @Test func `What is left out by counting colours together is a part of the error`() {
        var one = ColourBin(SIMD3(10, 20, 30), count: 3)
        #expect(one.mean == SIMD3(10, 20, 30) && one.spread == 0)
        one.add(ColourBin(SIMD3(14, 20, 30), count: 1))
        #expect(one.count == 4 && one.mean == SIMD3(11, 20, 30) && one.spread == 3)
        for bits in 6...7 {
            for colour in [PaletteColour(red: 0, green: 129, blue: 255), PaletteColour(red: 77, green: 6, blue: 200)] {
                #expect(PaletteColour.coarser(colour.bin(bits: 7), from: 7, to: bits - 1) == colour.bin(bits: bits - 1))
            }
        }
    }

    @Test func `Colours are found in Oklab and back`() {
        for value in stride(from: Float(0), through: 255, by: 15) {
            for colour in [SIMD3(value, 0, 255 - value), SIMD3(value, value, value), SIMD3(255, value, 30)] {
                let difference = Oklab.screen(of: Oklab.place(of: colour)) - colour
                #expect(max(abs(difference.x), abs(difference.y), abs(difference.z)) < 0.1, "\(colour)")
            }
        }
        // White is as light as can be, and has no colour.
        let white = Oklab.place(of: SIMD3(255, 255, 255))
        #expect(abs(white.x - 1) < 1e-4 && abs(white.y) < 1e-4 && abs(white.z) < 1e-4)
    }
}
