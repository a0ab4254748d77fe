internal import FFmpeg

/// Which colours frames have, and how often. Colours that are nearly the same are counted together; those of a drawing that has
/// only a few are also known one by one. It takes the same memory for any number of frames.
struct ColourHistogram {
    /// So many bits of each component tell colours apart while they are counted.
    private static let bits = 7
    /// So few are enough where there are many colours.
    private static let fewestBits = 5
    /// There are as few colours as this, or they are told apart by the fewest bits.
    private static let mostBins = 4096
    /// A drawing has at most so many colours.
    private let fewColours: Int

    private var counts = [Int64](repeating: 0, count: 1 << (3 * bits))
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
            counts[colour.bin(bits: Self.bits)] += times
        }
    }

    private mutating func noteExact(_ colour: PaletteColour) {
        exact?.insert(colour)
        if let count = exact?.count, count > fewColours { exact = nil }
    }

    /// The colours, counted together as finely as their number allows: in the dark, and where there are few hues, all of them would
    /// be a handful otherwise.
    ///
    /// - Returns: How many bits of each component tell them apart, and the colours that occur.
    /// - Complexity: O(2^(3·bits)).
    func bins() -> (bits: Int, bins: [ColourBin]) {
        var bits = Self.bits
        while bits > Self.fewestBits, occupied(bits: bits) > Self.mostBins { bits -= 1 }
        var bins: [ColourBin] = []
        var numbers = [Int](repeating: -1, count: 1 << (3 * bits))
        for place in counts.indices where counts[place] > 0 {
            let coarse = PaletteColour.coarser(place, from: Self.bits, to: bits)
            if numbers[coarse] < 0 {
                numbers[coarse] = bins.count
                bins.append(ColourBin())
            }
            let colour = PaletteColour.components(ofBin: place, bits: Self.bits)
            bins[numbers[coarse]].add(ColourBin(colour, count: Double(counts[place])))
        }
        return (bits, bins)
    }

    /// How many colours occur where so many bits of each component tell them apart.
    private func occupied(bits: Int) -> Int {
        var isThere = [Bool](repeating: false, count: 1 << (3 * bits))
        for place in counts.indices where counts[place] > 0 {
            isThere[PaletteColour.coarser(place, from: Self.bits, to: bits)] = true
        }
        return isThere.count { $0 }
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

    /// Where colours of a place are when fewer bits of each component are told apart.
    static func coarser(_ bin: Int, from bits: Int, to fewer: Int) -> Int {
        let mask = (1 << bits) - 1
        func component(_ value: Int) -> Int { (value & mask) >> (bits - fewer) }
        return component(bin >> (2 * bits)) << (2 * fewer) | component(bin >> bits) << fewer | component(bin)
    }

    /// The colour that stands for all at a place, by components from 0 to 255. The darkest ones stand for black, and the lightest for
    /// white: next to black, eyes see every step.
    static func components(ofBin bin: Int, bits: Int) -> SIMD3<Float> {
        let mask = (1 << bits) - 1
        func component(_ value: Int) -> Float { Float(255 * (value & mask)) / Float(mask) }
        return SIMD3(component(bin >> (2 * bits)), component(bin >> bits), component(bin))
    }
}
