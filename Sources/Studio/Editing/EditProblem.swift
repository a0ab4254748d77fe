internal import MediaTime

/// What is wrong with a part of an edit.
public struct EditProblem: Codable, Hashable, Sendable {
    /// Which part: `in`, `out`, `edits[2]`, `marks[0]`, `settings.crop`, or empty for the whole.
    public let field: String
    /// What is wrong, for people.
    public let message: String

    /// The field of the result's name.
    public static let output = "output"

    /// Where in the clip it is, in seconds (source time); `nil` for what is nowhere in particular.
    public let startSeconds, endSeconds: Double?

    /// A problem.
    public init(_ field: String, _ message: String) {
        (self.field, self.message, startSeconds, endSeconds) = (field, message, nil, nil)
    }

    private init(_ field: String, _ message: String, at range: TimeRange?) {
        (self.field, self.message) = (field, message)
        (startSeconds, endSeconds) = (range?.start.seconds, range?.end.seconds)
    }

    /// A refusal as what is wrong with each edit that it is about, or with the whole.
    ///
    /// - Parameters:
    ///   - error: Why the edit cannot be planned.
    ///   - document: The edit.
    /// - Returns: One or more, all of the same words.
    public static func problems(_ error: StudioError, of document: EditDocument) -> [EditProblem] {
        let message = error.hint.map { "\(error.message) (\($0))" } ?? error.message
        let edits = document.normalised.edits.enumerated().filter { error.edits.contains($0.element) }
        guard !edits.isEmpty else { return [EditProblem("", message)] }
        return edits.map { EditProblem("edits[\($0.offset)]", message, at: error.range) }
    }
}
