/// How a finished file is checked before it gets its name.
///
/// What it must hold comes from the plan, the map of time and the source's timestamps, not from what was written. A file that
/// differs is an error (``ExportError``, `.outputDiffers`), and nothing of it is left.
public enum Verification: String, CaseIterable, Sendable {
    /// Not at all.
    case none
    /// Its index is read: which tracks there are, how many frames each shows, when, and how long, and whether frames that are
    /// marked as key frames are some. It costs a few hundredths of a copy's time.
    case index
    /// All of it is decoded, too. The frames of a copy are compared with the source's, one by one: content, order and
    /// instants. It takes as long as decoding both.
    case decode
}
