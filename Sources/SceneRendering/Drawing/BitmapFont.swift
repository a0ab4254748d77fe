/// The letters of the synthetic camera's captions: five columns by seven rows, drawn for this project.
///
/// Strokes are one cell wide and no two glyphs differ by less than three cells, so that they stay apart after hard
/// compression.
enum BitmapFont {
    static let columns = 5
    static let rows = 7

    /// The rows of a glyph from the top, the leftmost column in the highest of five bits; `nil` for a character that
    /// the font does not have.
    static func glyph(_ character: Character) -> [UInt8]? { glyphs[character] }

    private static let glyphs: [Character: [UInt8]] = [
        "0": [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        "1": [0b00100, 0b01100, 0b10100, 0b00100, 0b00100, 0b00100, 0b11111],
        "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        "3": [0b11111, 0b00010, 0b00100, 0b01110, 0b00001, 0b10001, 0b01110],
        "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        "7": [0b11111, 0b00001, 0b00010, 0b00010, 0b00100, 0b00100, 0b00100],
        "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        "A": [0b00100, 0b01010, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001],
        "E": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
        "F": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000],
        "M": [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
        "P": [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000],
        "R": [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
        "f": [0b00110, 0b01001, 0b01000, 0b11100, 0b01000, 0b01000, 0b01000],
        "S": [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
        ".": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00110, 0b00110],
        ":": [0b00000, 0b00110, 0b00110, 0b00000, 0b00110, 0b00110, 0b00000],
        "/": [0b00001, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b10000],
        " ": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b00000],
    ]
}

extension PlaneCanvas {
    /// Writes a line of text; `origin` is its top left corner and `cell` the side of one cell of a glyph, in pixels.
    /// A character that the font does not have leaves a space.
    func write(
        _ text: String,
        at origin: Point,
        cell: Double,
        _ colour: Colour,
        in samples: inout MutableSpan<UInt8>
    ) {
        var left = origin.x
        for character in text {
            for (row, bits) in (BitmapFont.glyph(character) ?? []).enumerated() {
                for run in runs(of: bits) {
                    let stroke = Box(
                        left: left + Double(run.lowerBound) * cell,
                        top: origin.y + Double(row) * cell,
                        width: Double(run.count) * cell,
                        height: cell
                    )
                    fill(stroke, colour, in: &samples)
                }
            }
            left += Double(BitmapFont.columns + 1) * cell
        }
    }

    /// The runs of neighbouring columns that are set.
    private func runs(of bits: UInt8) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<BitmapFont.columns where bits >> (BitmapFont.columns - 1 - column) & 1 == 1 {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }
}
