/// An edit from before, which can be gone on with.
public struct RecoveredEdit: Encodable, Hashable, Sendable {
    /// Whose it is: what goes on with it is kept under the same name.
    public let work: String
    /// The edit, with the numbers of this session's clips.
    public let document: EditDocument
}
