/// The notes of a recording, each said once, when it is news.
struct RecordingNotes {
    private var told = 0

    /// Those that are new among all notes until now.
    mutating func news(_ notes: [String]) -> ArraySlice<String> {
        defer { told = max(told, notes.count) }
        return notes.dropFirst(told)
    }
}
