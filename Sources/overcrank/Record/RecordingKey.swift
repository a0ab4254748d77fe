internal import Capture
internal import MediaFormats

/// A line that was typed while a recording runs.
enum RecordingKey: Hashable {
    /// Nothing but Return.
    case trigger
    /// `s`
    case still
    /// `m`, or `m` and a title.
    case mark(title: String?)
    /// `key=text`
    case tag(MetadataItem)
    /// `q`
    case end

    /// What can be typed.
    static let help = "Return triggers, s takes a still, m or m TITLE marks, key=text is stored, q ends it."

    /// `nil` for any other line.
    init?(_ line: String) {
        switch line {
        case "": self = .trigger
        case "s": self = .still
        case "m": self = .mark(title: nil)
        case "q": self = .end
        case _ where line.hasPrefix("m "): self = .mark(title: String(line.dropFirst(2)))
        default:
            guard let tag = try? OptionParsing.tag(line) else { return nil }
            self = .tag(tag)
        }
    }
}
