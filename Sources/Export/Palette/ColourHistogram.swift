internal import FFmpeg

/// Which colours frames have, and how often. Colours that are nearly the same are counted together; those of a drawing that has
/// only a few are also known one by one. It takes the same memory for any number of frames.
struct ColourHistogram {
    /// So many bits of each component tell colours apart that are counted together.
    private static let bits = 5
    /// A drawing has at most so many colours.
    private let fewColours: Int

    private struct Bin {
        var count: Int64 = 0
        var red: Int64 = 0
        var green: Int64 = 0
        var blue: Int64 = 0
    }

    private var bins = [Bin](repeating: Bin(), count: 1 << (3 * bits))
    /// The colours, one by one; `nil` where there are more than a few.
    private(set) var exact: Set<PaletteColour>? = []

    /// - Parameter fewColours: How many colours are known one by one.
    init(fewColours: Int) { self.fewColours = fewColours }

    /// Takes a frame of planes of green, blue and red that is shown so many times.
    ///
    /// - Complexity: O(number of pixels).
    mutating func add(_ frame: borrowing Frame, shown times: Int64) {
        var last: PaletteColour?
        frame.forEachColour { _, _, colour in
            guard let colour else { return }
            if exact != nil, colour != last { noteExact(colour) }
            last = colour
            let bin = colour.bin(bits: Self.bits)
            bins[bin].count += times
            bins[bin].red += times * Int64(colour.red)
            bins[bin].green += times * Int64(colour.green)
            bins[bin].blue += times * Int64(colour.blue)
        }
    }

    private mutating func noteExact(_ colour: PaletteColour) {
        exact?.insert(colour)
        if let count = exact?.count, count > fewColours { exact = nil }
    }

    /// The mean colour of those that were counted together, and how many pixels have it.
    var points: [(colour: SIMD3<Float>, count: Float)] {
        bins.filter { $0.count > 0 }.map { bin in
            let count = Float(bin.count)
            return (SIMD3(Float(bin.red) / count, Float(bin.green) / count, Float(bin.blue) / count), count)
        }
    }
}

/// A colour of 8 bits for each component, as screens show it (sRGB).
struct PaletteColour: Hashable {
    let red, green, blue: UInt8

    /// Its place among all colours of which so many bits are told apart.
    func bin(bits: Int) -> Int {
        let shift = 8 - bits
        return (Int(red) >> shift) << (2 * bits) | (Int(green) >> shift) << bits | Int(blue) >> shift
    }
}
