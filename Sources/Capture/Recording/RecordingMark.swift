internal import MediaTime

/// An instant of a recording that becomes a chapter.
struct RecordingMark: Hashable, Sendable {
    /// By the system's monotonic clock.
    let instant: RationalTime
    /// What it is called; `nil` for a number.
    let title: String?
}

extension RecordedFile {
    /// The chapters that marks become: of those that the file shows, in order of time. One that is set behind the last frame while the file
    /// ends, as by whoever marks a moment and stops at once, is at that frame.
    ///
    /// - Parameters:
    ///   - marks: Of the whole recording.
    ///   - end: When the recording ends with the file (the system's monotonic clock); `nil` where others follow.
    /// - Returns: Their beginnings, counted from the first frame that is shown.
    func chapters(from marks: [RecordingMark], ending end: RationalTime? = nil) -> [MovieChapter] {
        let last = (try? duration.scaled(by: max(0, frames - 1), over: max(1, frames))) ?? .zero
        let shown = marks.sorted { $0.instant < $1.instant }.compactMap { mark -> (RationalTime, String?)? in
            guard mark.instant >= start, let time = try? mark.instant - start else { return nil }
            if time < duration { return (time, mark.title) }
            guard let end, mark.instant <= end else { return nil }
            return (last, mark.title)
        }
        return shown.enumerated().map { index, mark in
            MovieChapter(start: mark.0, title: mark.1 ?? "Mark \(index + 1)")
        }
    }
}
