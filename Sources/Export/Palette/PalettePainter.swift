internal import FFmpeg

/// Draws frames with the colours of a palette.
///
/// What lies between two colours is drawn as a pattern of both (ordered dither, B. Bayer, 1973). The pattern stands still: where
/// nothing moves, pixels stay as they are, and cost nothing.
struct PalettePainter {
    /// In memory as libav has it: alpha, red, green, blue.
    private let entries: [UInt32]
    /// The number of the first entry that is transparent.
    private let transparent: UInt8
    /// The number of the nearest colour, by bins; `nil` where it was not looked for yet.
    private var numbers: [UInt16]
    private let nearest: (Int) -> UInt8
    /// Where every colour is there, their numbers; else `nil`.
    private let exact: [PaletteColour: UInt8]?
    /// What is added to a pixel, by its place in the pattern.
    private let pattern: [Int]

    /// So many of each component are told apart.
    private let bits: Int

    private static let unknown = UInt16.max
    /// The sides of the pattern.
    private static let side = 8
    /// A pattern of colours that are further apart is seen more than what it mends, in components of 255.
    private static let mostDither: Float = 24
    /// How high the pattern is, in mean errors. Evenly spread colours that are `d` apart have one of `d` ÷ √12. A pattern as
    /// high as that hides every step between them; a little less is seen less itself.
    private static let spacing: Float = 2.5

    init(_ palette: Palette) {
        let colours = palette.colours.map { colour in
            0xFF00_0000 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
        }
        // The rest is transparent: encoders draw with that what did not change.
        transparent = UInt8(colours.count)
        entries = colours + [UInt32](repeating: 0, count: 256 - colours.count)
        bits = palette.bits
        numbers = [UInt16](repeating: Self.unknown, count: 1 << (3 * bits))
        nearest = palette.nearest
        exact =
            palette.error > 0 ? nil : Dictionary(uniqueKeysWithValues: zip(palette.colours, UInt8.min...))
        let height = min(Self.mostDither, Self.spacing * palette.error)
        pattern = (0..<Self.side * Self.side).map { place in
            let share = (Float(Self.rank(place % Self.side, place / Self.side)) + 0.5) / Float(Self.side * Self.side)
            return Int(((share - 0.5) * height).rounded())
        }
    }

    /// The place of a pixel of the pattern in the order in which Bayer's matrix of 8 rows sets them.
    private static func rank(_ x: Int, _ y: Int) -> Int {
        var rank = 0
        for bit in 0..<3 {
            let (across, down) = (x >> bit & 1, y >> bit & 1)
            rank = rank << 2 | (across ^ down) << 1 | down
        }
        return rank
    }

    /// A frame of planes of green, blue and red, and perhaps of transparency, as numbers of colours. A pixel of a GIF is transparent,
    /// or it is not.
    ///
    /// - Complexity: O(number of pixels).
    mutating func paint(_ frame: borrowing Frame) throws(FFmpegError) -> Frame {
        let painted = try Frame.video(.palette, width: frame.width, height: frame.height)
        try painted.copyProperties(of: frame)
        let own = painted.stride(ofPlane: 0)
        painted.withMutablePlane(0) { pixels in
            frame.forEachColour { column, row, colour in
                guard let colour else {
                    pixels[row * own + column] = transparent
                    return
                }
                let place = row % Self.side * Self.side + column % Self.side
                pixels[row * own + column] = number(of: colour, place: place)
            }
        }
        painted.setPalette(entries)
        return painted
    }

    private mutating func number(of colour: PaletteColour, place: Int) -> UInt8 {
        if let number = exact?[colour] { return number }
        // Nothing is darker than black: a pattern could only make it lighter.
        let bin = (colour.isAtEnd ? colour : colour.moved(by: pattern[place])).bin(bits: bits)
        if numbers[bin] == Self.unknown { numbers[bin] = UInt16(nearest(bin)) }
        return UInt8(truncatingIfNeeded: numbers[bin])
    }
}

extension PaletteColour {
    /// Lighter or darker by so much of 255.
    func moved(by amount: Int) -> PaletteColour {
        func moved(_ component: UInt8) -> UInt8 { UInt8(clamping: Int(component) + amount) }
        return PaletteColour(red: moved(red), green: moved(green), blue: moved(blue))
    }

    /// Whether it is black or white.
    var isAtEnd: Bool {
        red == green && green == blue && (red == 0 || red == 255)
    }

    /// From 0 to 255.
    var components: SIMD3<Float> { SIMD3(Float(red), Float(green), Float(blue)) }

    /// The nearest to components from 0 to 255.
    init(_ components: SIMD3<Float>) {
        func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
        self.init(red: byte(components.x), green: byte(components.y), blue: byte(components.z))
    }
}
