/// What leads from one state of a recorder to another.
package enum RecordingTransition: String, Hashable, Sendable, CaseIterable {
    /// The user wants a recording.
    case start
    /// The devices deliver, and a trigger is waited for.
    case arm
    /// Frames go to the file from here on.
    case begin
    /// A file is finished, and the next trigger is waited for.
    case rearm
    /// The recording is to end.
    case stop
    /// All is written.
    case finish
    /// It cannot go on.
    case fail
}
