public import MediaTime

extension RecordingSettings {
    /// The longest duration that can be asked for: ten years. Clocks count far more than that in nanoseconds.
    static let longestDuration = RationalTime(3653 * 86_400, 1)

    /// Reads a duration: `90s`, `00:10:00`. A number of frames is none, because no rate is known yet.
    ///
    /// - Throws: `ParseError` for any other text, for what is not positive, and for more than ten years.
    public static func duration(parsing text: String) throws(ParseError) -> RationalTime {
        guard case .time(let time) = try TimeExpression(parsing: text), time > .zero else {
            throw ParseError(text, "a duration is written 90s, 250ms or 00:10:00")
        }
        guard time <= longestDuration else { throw ParseError(text, "that is more than ten years") }
        return time
    }

    /// Reads ``disposable``, from 1 to as many B-frames in a row as encoders have, and one.
    ///
    /// - Throws: `ParseError` for any other text.
    public static func disposable(parsing text: String) throws(ParseError) -> Int {
        guard let count = Int(text), disposables.contains(count) else { throw ParseError(text, disposablesInWords) }
        return count
    }

    /// As many B-frames in a row as encoders have, and one.
    static let disposables = 1...17
    static let disposablesInWords = "of as many as 1 to 17 frames all but one can be left out"
}
