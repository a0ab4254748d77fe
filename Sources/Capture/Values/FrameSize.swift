/// The size of a frame in pixels.
public struct FrameSize: Hashable, Sendable, CustomStringConvertible {
    /// Pixels in a row.
    public let width: Int
    /// Rows of a frame.
    public let height: Int

    /// A size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Pixels of a frame; the largest `Int` where that is too small for them: drivers and users may say any number.
    public var area: Int { Self.product(width, height) }

    /// Bytes of a frame of so many bytes a pixel, likewise.
    func bytes(perPixel count: Int) -> Int { Self.product(area, count) }

    private static func product(_ one: Int, _ other: Int) -> Int {
        let (product, overflow) = one.multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }

    /// `1280x720`.
    public var description: String { "\(width)x\(height)" }
}
