public import MediaTime

/// What frames say of themselves where it is written upon them.
public enum BurnedFact: String, CaseIterable, Hashable, Sendable {
    /// When the frame is presented in its clip, or would be, where it was made between two: hours, minutes, seconds and
    /// milliseconds, which are rounded down.
    case timecode
    /// How fast the clip is played at that moment: `0.25x`; below zero backwards.
    case rate
    /// The frame's number in its clip; the first has 0, as in `360f`. That of a frame that was made between two has two decimals:
    /// `360.25`.
    case frame
}

extension Sequence<BurnedFact> {
    /// As a list is read: `timecode,rate`.
    fileprivate var names: String { map(\.rawValue).joined(separator: ",") }
}

extension [BurnedFact] {
    /// Reads `timecode,rate,frame`, or some of them, each once.
    ///
    /// - Throws: `ParseError` for another word, for one that comes twice, and for none.
    public init(parsing text: String) throws(ParseError) {
        self = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let fact = BurnedFact(rawValue: word.trimmed), !contains(fact) else {
                throw ParseError(text, "what is written upon frames is some of \(BurnedFact.allCases.names), each once")
            }
            append(fact)
        }
    }
}

extension Substring {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
