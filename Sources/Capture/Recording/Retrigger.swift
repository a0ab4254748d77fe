/// What a trigger does that comes while a file is written already.
///
/// Whatever it does, its instant is marked with a chapter in the file that shows it, unless it is ignored. Motion and audio
/// count again when they had stopped for half a second.
public enum Retrigger: String, Hashable, Sendable, CaseIterable {
    /// The file goes on for as long after it as after the first one.
    case extend
    /// Where each trigger makes a file, the next file begins where this one ends.
    case queue
    /// Nothing; the recorder says so.
    case ignore
}
