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

    /// Whether all of the clips is played once, as it is.
    var areNone: Bool { trim == nil && edits.isEmpty && times == 1 && !isBoomerang && sidecar == nil }

    /// Whether something is played there and back.
    var turns: Bool {
        isBoomerang
            || edits.contains { if case .repetition(_, isBoomerang: true) = $0.change { true } else { false } }
    }

    /// Whether a time is relative to the anchor.
    var isAnchored: Bool { trim?.isAnchored == true || edits.contains(where: \.isAnchored) }

    /// Refuses an anchor that nothing is relative to.
    ///
    /// - Parameters:
    ///   - isUsed: Whether a time beside these edits is relative to it.
    ///   - options: Those whose times can be, in words.
    /// - Throws: ``Failure``.
    func requireUseOfAnchor(elsewhere isUsed: Bool = false, in options: String) throws {
        guard anchor != nil, !isAnchored, !isUsed else { return }
        throw Failure(
            status: .usage,
            message: "--at has no effect: nothing is relative to the anchor",
            hint: "write at, at-1s or at+2s in \(options)"
        )
    }
}
