/// What the writer does with what comes.
enum RecordingPhase {
    /// They are kept for a file that a trigger begins.
    case waiting
    /// They go to a file.
    case writing
    /// None goes anywhere any more.
    case over
}
