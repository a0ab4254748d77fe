internal import MediaTime

/// An instant of a recording that becomes a chapter.
struct RecordingMark: Hashable, Sendable {
    /// By the system's monotonic clock.
    let instant: RationalTime
    /// What it is called; `nil` for a number.
    let title: String?
}

extension RecordedFile {
    /// The chapters that marks become: of those that the file shows, in order of time.
    func chapters(from marks: [RecordingMark]) -> [MovieChapter] {
        let shown = marks.sorted { $0.instant < $1.instant }.compactMap { mark -> (RationalTime, String?)? in
            guard mark.instant >= start, let time = try? mark.instant - start, time < duration else { return nil }
            return (time, mark.title)
        }
        return shown.enumerated().map { index, mark in
            MovieChapter(start: mark.0, title: mark.1 ?? "Mark \(index + 1)")
        }
    }
}
