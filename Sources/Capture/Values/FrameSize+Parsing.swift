public import MediaTime

extension FrameSize {
    /// Reads `640x360`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
            throw ParseError(text, "a size is written 640x360")
        }
        self.init(width: width, height: height)
    }
}
