public import MediaTime

/// How often players show a moving image, as a person says it.
public struct PlayCount: Hashable, Sendable {
    /// `nil`: again and again.
    public let times: Int?

    /// Reads `forever`, or a number from 1 on.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        if text == "forever" {
            times = nil
            return
        }
        guard let times = Int(text), (1...Int(UInt16.max)).contains(times) else {
            throw ParseError(text, "it is played 'forever', or 1 to \(UInt16.max) times")
        }
        self.times = times
    }
}
