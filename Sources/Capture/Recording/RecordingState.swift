/// What a recorder is doing. Each way from one state to another has a name; any other way is an error.
///
/// ```
/// idle ─start→ starting ─begin→ recording ─stop→ stopping ─finish→ idle
///                  └─arm→ waiting ─begin→ recording ─rearm→ waiting
/// ```
/// `stop` also leads from starting and waiting to stopping, and `fail` from everywhere but idle to failed, from where a
/// recorder may be started again.
public enum RecordingState: String, Hashable, Sendable, CaseIterable {
    /// Nothing happens.
    case idle
    /// The devices are being opened.
    case starting
    /// Frames are kept in memory only, until something triggers the recording.
    case waiting
    /// Frames go to the file.
    case recording
    /// No more frames are taken; those that are there are written, and the file is finished.
    case stopping
    /// It ended with an error. What was recorded until then is on the disk.
    case failed
}

extension RecordingState {
    /// The state to which a transition leads.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where there is no such way from here.
    package func after(_ transition: RecordingTransition) throws(CaptureError) -> RecordingState {
        switch (self, transition) {
        case (.idle, .start), (.failed, .start): .starting
        case (.starting, .arm), (.recording, .rearm): .waiting
        case (.starting, .begin), (.waiting, .begin): .recording
        case (.starting, .stop), (.waiting, .stop), (.recording, .stop): .stopping
        case (.stopping, .finish): .idle
        case (.starting, .fail), (.waiting, .fail), (.recording, .fail), (.stopping, .fail): .failed
        default: throw CaptureError(.misuse, "cannot \(transition.rawValue) a recorder that is \(rawValue)")
        }
    }
}
