/// A colour of a screen: gamma-coded red, green and blue, each from 0 to 255.
struct Colour {
    let red: Double
    let green: Double
    let blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    static let black = Colour(0, 0, 0)
    static let white = Colour(255, 255, 255)

    /// The colour's sample in one plane, before rounding.
    func sample(_ plane: FramePlane, _ coding: ColourCoding) -> Double {
        let weights = coding.weights
        let y = (weights.red * red + weights.green * green + weights.blue * blue) / 255
        switch plane {
        case .luma: return Double(coding.luma.lowerBound) + Double(coding.luma.count - 1) * y
        case .cb: return 128 + coding.chromaSpan * (blue / 255 - y) / (2 * (1 - weights.blue))
        case .cr: return 128 + coding.chromaSpan * (red / 255 - y) / (2 * (1 - weights.red))
        }
    }

    /// A mixture with another colour: 0 is this one, 1 the other.
    func mixed(with other: Colour, _ part: Double) -> Colour {
        Colour(
            red + (other.red - red) * part,
            green + (other.green - green) * part,
            blue + (other.blue - blue) * part
        )
    }
}
