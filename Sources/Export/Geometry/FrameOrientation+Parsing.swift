public import MediaTime

extension FrameOrientation {
    /// Reads degrees clockwise: `90`, `180`, `270`, `-90`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsingTurn text: String) throws(ParseError) {
        guard let degrees = Int(text), degrees % 90 == 0, abs(degrees) <= 360 else {
            throw ParseError(text, "frames are turned by 90, 180 or 270 degrees clockwise")
        }
        self.init(quarterTurns: degrees / 90)
    }

    /// Reads `horizontal` (left and right are exchanged) or `vertical` (top and bottom).
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsingFlip text: String) throws(ParseError) {
        switch text {
        case "horizontal": self = .mirrored
        case "vertical": self = .upsideDown
        default: throw ParseError(text, "frames are flipped 'horizontal' (left to right) or 'vertical'")
        }
    }
}
