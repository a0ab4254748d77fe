internal import Composition
internal import MediaTime

/// What a command line asks for: which part of the clips is played, and how its time is changed.
struct ClipEdits {
    /// The part to play (source time); `nil` is all of it.
    var trim: TimeRangeExpression?
    /// The edits (source time).
    var edits: [Edit] = []
    /// How often all of it is played, after the edits.
    var times = 1
    /// Whether all of it is played there and back.
    var isBoomerang = false
    /// The instant that `at` stands for in the trim and in the edits.
    var anchor: TimeExpression?
    /// How the anchor is named, where it is missing.
    var anchorHint = "name it: --at 12.4s"
    /// The path of a phone's side file, whose marks are edits, too.
    var sidecar: String?

    /// Whether a time is relative to the anchor.
    var isAnchored: Bool { trim?.isAnchored == true || edits.contains(where: \.isAnchored) }
}
