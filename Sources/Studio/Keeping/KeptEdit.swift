/// An edit that was worked on, so that it can be offered again after a reload or a crash.
struct KeptEdit: Codable, Hashable, Sendable {
    /// Whose it is: a later state of one work takes the place of an earlier one.
    var work: String
    /// The edit. Its clips' numbers may be those of another session.
    var document: EditDocument
    /// The paths of its clips, in its order.
    var paths: [String]
}
