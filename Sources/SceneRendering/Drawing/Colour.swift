/// A colour as the planes store it: ITU-R BT.709, limited range, 8 bits.
struct Colour {
    let luma: Double
    let cb: Double
    let cr: Double

    /// From gamma-coded red, green and blue, each from 0 to 255.
    init(_ red: Double, _ green: Double, _ blue: Double) {
        let y = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
        luma = 16 + 219 * y
        cb = 128 + 224 * (blue / 255 - y) / 1.8556
        cr = 128 + 224 * (red / 255 - y) / 1.5748
    }

    private init(luma: Double, cb: Double, cr: Double) {
        self.luma = luma
        self.cb = cb
        self.cr = cr
    }

    static let black = Colour(0, 0, 0)
    static let white = Colour(255, 255, 255)

    /// The colour's sample in one plane, before rounding.
    subscript(plane: FramePlane) -> Double {
        switch plane {
        case .luma: luma
        case .cb: cb
        case .cr: cr
        }
    }

    /// A mixture with another colour: 0 is this one, 1 the other.
    func mixed(with other: Colour, _ part: Double) -> Colour {
        Colour(
            luma: luma + (other.luma - luma) * part,
            cb: cb + (other.cb - cb) * part,
            cr: cr + (other.cr - cr) * part
        )
    }
}
