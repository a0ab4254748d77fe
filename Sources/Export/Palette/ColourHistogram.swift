internal import FFmpeg

/// Which colours frames have, and how often. Colours that are nearly the same are counted together; those of a drawing that has only
/// a few are also known one by one. It takes the same memory for any number of frames.
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
        let (width, height) = (frame.width, frame.height)
        let strides = (frame.stride(ofPlane: 0), frame.stride(ofPlane: 1), frame.stride(ofPlane: 2))
        frame.withPlane(0) { green in
            frame.withPlane(1) { blue in
                frame.withPlane(2) { red in
                    var last: PaletteColour?
                    for row in 0..<height {
                        let starts = (row * strides.0, row * strides.1, row * strides.2)
                        for column in 0..<width {
                            let colour = PaletteColour(
                                red: red[starts.2 + column],
                                green: green[starts.0 + column],
                                blue: blue[starts.1 + column]
                            )
                            if exact != nil, colour != last { noteExact(colour) }
                            last = colour
                            let bin = colour.bin(bits: Self.bits)
                            bins[bin].count += times
                            bins[bin].red += times * Int64(colour.red)
                            bins[bin].green += times * Int64(colour.green)
                            bins[bin].blue += times * Int64(colour.blue)
                        }
                    }
                }
            }
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
