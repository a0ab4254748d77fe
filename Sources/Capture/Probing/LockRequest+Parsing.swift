public import MediaTime

extension LockRequest {
    /// Reads how long each frame is exposed, in seconds, exactly as it is written: `1/500`, `2ms`.
    ///
    /// - Throws: `ParseError` for any other text, and for what is not positive.
    public static func shutter(parsing text: String) throws(ParseError) -> RationalTime {
        guard case .time(let time)? = try? TimeExpression(parsing: text), time > .zero else {
            throw ParseError(text, "an exposure is written 1/500 or 2ms")
        }
        return time
    }
}
