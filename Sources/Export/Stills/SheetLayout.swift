/// Where the images of a contact sheet are, in pixels: rows of equal tiles, each with a line of text under it.
struct SheetLayout: Hashable, Sendable {
    /// The longer side of an image.
    private static let longerSide = 320
    /// Between tiles, and around all of them.
    static let gap = 8
    /// The height of a line of text, with what is above it.
    static let textHeight = 22
    /// Between lines of text beside one another, at least.
    private static let textGap = 4
    /// More images can be told apart no more, and take too much memory.
    private static let mostPixels = 100_000_000

    let columns: Int
    let rows: Int
    /// The size of an image.
    let imageWidth: Int
    let imageHeight: Int
    /// The width of a tile, which has the image in its middle.
    let tileWidth: Int

    var width: Int { columns * (tileWidth + Self.gap) + Self.gap }
    var height: Int { rows * (imageHeight + Self.textHeight + Self.gap) + Self.gap }

    /// The layout of so many images.
    ///
    /// - Parameters:
    ///   - count: How many images there are, at least one.
    ///   - width: The width of an upright frame with square pixels.
    ///   - height: Its height.
    ///   - textWidth: The width of the longest line of text.
    ///   - columns: How many images a row has; `nil` for a sheet that is about as wide as a screen.
    /// - Throws: ``ExportError`` with the code `.settings` for more images than a sheet can hold.
    init(count: Int, width: Int, height: Int, textWidth: Int, columns: Int?) throws(ExportError) {
        let scale = Double(Self.longerSide) / Double(max(width, height, 1))
        imageWidth = max(1, Int((Double(width) * scale).rounded()))
        imageHeight = max(1, Int((Double(height) * scale).rounded()))
        tileWidth = max(imageWidth, textWidth + Self.textGap)
        let shape = Double(imageHeight + Self.textHeight + Self.gap) / Double(tileWidth + Self.gap)
        let usual = Int((Double(count) * shape * 1.6).squareRoot().rounded())
        let chosen = min(columns ?? usual, count)
        self.columns = max(1, chosen)
        rows = (count + self.columns - 1) / self.columns
        guard self.width * self.height <= Self.mostPixels else {
            throw ExportError(.settings, "\(count) stills are too many for one sheet")
        }
    }

    /// The left upper corner of the tile with a number, counted from 0.
    func corner(ofTile number: Int) -> (left: Int, top: Int) {
        let (row, column) = number.quotientAndRemainder(dividingBy: columns)
        return (
            Self.gap + column * (tileWidth + Self.gap),
            Self.gap + row * (imageHeight + Self.textHeight + Self.gap)
        )
    }
}
