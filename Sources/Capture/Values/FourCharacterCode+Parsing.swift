public import MediaTime

extension FourCharacterCode {
    /// Reads `MJPG`.
    ///
    /// - Throws: `ParseError` for what is not one to four characters of ASCII.
    public init(parsing text: String) throws(ParseError) {
        guard let code = FourCharacterCode(text) else {
            throw ParseError(text, "a format is written in its four characters: MJPG")
        }
        self = code
    }
}
