public import MediaTime

extension FrameCrop {
    /// Reads `1080x1080+420+0` (width, height, and from where) or `9:16` (a shape).
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0 {
            self = .aspect(width: width, height: height)
            return
        }
        let places = text.split(separator: "+", omittingEmptySubsequences: false)
        guard places.count == 3, let size = FrameSizing.sides(places[0]), let left = Int(places[1]),
            let top = Int(places[2]), left >= 0, top >= 0
        else { throw ParseError(text, "a part of the frame is written 1080x1080+420+0, or 9:16 for its shape") }
        self = .area(width: size.width, height: size.height, left: left, top: top)
    }
}

extension FrameSizing {
    /// Reads `1280x720`, `1080p` (the shorter side) or `50%`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        if let size = Self.sides(text[...]) {
            self = .exact(width: size.width, height: size.height)
        } else if text.hasSuffix("p"), let side = Int(text.dropLast()), side > 0 {
            self = .shorterSide(side)
        } else if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent > 0, percent.isFinite {
            self = .percent(percent)
        } else {
            throw ParseError(text, "a size is written 1280x720, 1080p or 50%")
        }
    }

    /// Width and height of `1280x720`; `nil` for any other text.
    fileprivate static func sides(_ text: Substring) -> (width: Int, height: Int)? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0 else {
            return nil
        }
        return (width, height)
    }
}
