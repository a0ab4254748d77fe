/// The frames that wait for the writer.
struct Backlog: Hashable, Sendable {
    /// How many there are.
    var frames: Int
    /// Their bytes.
    var bytes: Int
}
