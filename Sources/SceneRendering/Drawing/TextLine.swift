/// A line of text in the letters of the scene's captions: digits, `:`, `.`, `/`, `f` and a few capitals.
package struct TextLine: Hashable, Sendable {
    /// What is written. A character that the font does not have leaves a space.
    package let text: String
    /// The side of one cell of a letter, in samples.
    package let cell: Int

    package init(_ text: String, cell: Int) {
        self.text = text
        self.cell = cell
    }

    /// In samples, without the space behind the last letter.
    package var width: Int { max(0, text.count * (BitmapFont.columns + 1) - 1) * cell }
    /// In samples.
    package var height: Int { BitmapFont.rows * cell }

    /// Draws the line over a plane of 8-bit samples that are brightness: letters are nearly white. What lies outside of the plane
    /// is left out.
    ///
    /// - Parameters:
    ///   - samples: The plane.
    ///   - columns: How many samples a row has.
    ///   - rows: How many rows there are.
    ///   - stride: Samples from one row to the next.
    ///   - left: Where the first letter begins.
    ///   - top: Where the line begins.
    package func draw(
        in samples: inout MutableSpan<UInt8>,
        columns: Int,
        rows: Int,
        stride: Int,
        left: Int,
        top: Int
    ) {
        let canvas = PlaneCanvas(plane: .luma, columns: columns, rows: rows, stride: stride)
        canvas.write(text, at: Point(x: Double(left), y: Double(top)), cell: Double(cell), .white, in: &samples)
    }
}
