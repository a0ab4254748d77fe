internal import Capture

/// Looks after a series while it is recorded: deletes what is beyond its limits, and has a command run after each file.
final class SeriesAttendant {
    private let keeper: SeriesKeeper?
    private let followUp: FollowUp?
    private let common: CommonOptions
    /// Finished files of recordings that are over, and of the one that goes on.
    private var (before, seen) = (0, 0)
    private var deleted: [String] = []

    /// - Throws: ``Failure`` where files are to be deleted, and the output does not say which belong together.
    init(_ name: RecordingName, _ options: SeriesOptions, _ common: CommonOptions) throws(Failure) {
        if options.limits.isLimited {
            guard let pattern = name.pattern else {
                throw Failure(
                    status: .usage,
                    message: "--keep and --keep-size are for a series of files, and the output names one file",
                    hint: "-o 'FOLDER/%Y-%m-%d/%H%M%S.mp4' names each file by its time"
                )
            }
            keeper = SeriesKeeper(pattern, limits: options.limits)
        } else {
            keeper = nil
        }
        followUp = options.then.map(FollowUp.init)
        self.common = common
    }

    /// What has happened that is to be said, in words, with a recorder, or before there is one. To be called often.
    func news(of recorder: Recorder?) -> [String] {
        let files = recorder?.files ?? []
        for file in files.dropFirst(seen) { followUp?.add(file) }
        seen = files.count
        let writing = recorder.flatMap { recorder in
            recorder.writing.map { (path: $0, bytes: recorder.figures.bytes) }
        }
        var busy = followUp?.busy ?? []
        // The newest is kept until there is a newer one.
        if writing == nil, let newest = files.last { busy.insert(newest.path) }
        let events = keeper?.tend(writing: writing, finishedCount: before + seen, sparing: busy) ?? []
        return events.map(text) + (followUp?.takeFailures() ?? []).map { "warning: \($0)" }
    }

    /// The files that were deleted since it was asked last.
    func takeDeleted() -> [String] {
        defer { deleted = [] }
        return deleted
    }

    /// A recording is over, and another may begin.
    func turn() { (before, seen) = (before + seen, 0) }

    /// Waits until the command has run after each file; what there is to be said goes out meanwhile.
    func finish() {
        followUp?.finish { for failure in followUp?.takeFailures() ?? [] { common.say("warning: \(failure)") } }
    }

    private func text(_ event: SeriesKeeper.Event) -> String {
        switch event {
        case .deleted(let path):
            deleted.append(path)
            return "deleted \(path)"
        case .failed(let path, let reason):
            return "warning: cannot delete \(path): \(reason)"
        case .tooLarge(let excess):
            return "warning: the series is \(ByteText.short(excess)) above --keep-size, and nothing more may be deleted"
        }
    }
}
