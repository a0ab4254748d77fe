internal import FFmpeg

/// Which lines of a camera's picture a frame has, and of how many instants they are. The upper field has the first line, and every second
/// one from there.
public enum FrameFields: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// All lines, of one instant.
    case progressive
    /// All lines: those of the upper field are older.
    case upperFirst
    /// All lines: those of the lower field are older.
    case lowerFirst
    /// Those of the upper field alone: half of them.
    case upperOnly
    /// Those of the lower field alone: half of them.
    case lowerOnly

    /// Which field is older, where a frame has two.
    var order: FieldOrder? {
        switch self {
        case .upperFirst: .upperFirst
        case .lowerFirst: .lowerFirst
        case .progressive, .upperOnly, .lowerOnly: nil
        }
    }

    /// In words: `interlaced, upper field first`.
    public var description: String {
        switch self {
        case .progressive: "progressive"
        case .upperFirst: "interlaced, upper field first"
        case .lowerFirst: "interlaced, lower field first"
        case .upperOnly: "the upper field alone"
        case .lowerOnly: "the lower field alone"
        }
    }
}
