/// What is wrong with a part of an edit.
public struct EditProblem: Codable, Hashable, Sendable {
    /// Which part: `in`, `out`, `edits[2]`, `marks[0]`, `settings.crop`, or empty for the whole.
    public let field: String
    /// What is wrong, for people.
    public let message: String

    /// The field of the result's name.
    public static let output = "output"

    /// A problem.
    public init(_ field: String, _ message: String) { (self.field, self.message) = (field, message) }
}
