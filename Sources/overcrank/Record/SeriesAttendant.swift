internal import Capture
internal import Synchronization

/// Looks after a series while it is recorded: deletes what is beyond its limits, and has a command run after each file. The
/// files of cameras that are recorded together are one series.
final class SeriesAttendant: Sendable {
    private struct State {
        let keeper: SeriesKeeper?
        /// By their numbers.
        var cameras: [Int: Camera] = [:]
        var deleted: [String] = []
    }

    /// What is known of a camera's files.
    private struct Camera {
        /// Finished ones, of recordings that are over, and of the one that goes on.
        var before = 0
        var seen = 0
        var newest: String?
        /// The one that is being written.
        var writing: (path: String, bytes: UInt64)?
    }

    private let state: Mutex<State>
    private let followUp: FollowUp?

    /// - Throws: ``Failure`` where files are to be deleted, and the output does not say which belong together.
    init(_ name: RecordingName, _ options: SeriesOptions) throws(Failure) {
        if options.limits.isLimited {
            guard let pattern = name.pattern else {
                throw Failure(
                    status: .usage,
                    message: "--keep and --keep-size are for a series of files, and the output names one file",
                    hint: "-o 'FOLDER/%Y-%m-%d/%H%M%S.mp4' names each file by its time"
                )
            }
            state = Mutex(State(keeper: SeriesKeeper(pattern, limits: options.limits)))
        } else {
            state = Mutex(State(keeper: nil))
        }
        followUp = options.then.map(FollowUp.init)
    }

    /// What has happened that is to be said, in words, with a camera's recorder, or before there is one. To be called often.
    func news(of recorder: Recorder?, camera number: Int) -> [String] {
        let files = recorder?.files ?? []
        let writing = recorder.flatMap { recorder in
            recorder.writing.map { (path: $0, bytes: recorder.figures.bytes) }
        }
        let busy = followUp?.busy ?? []
        let (events, fresh) = state.withLock { state -> ([SeriesKeeper.Event], [RecordedFile]) in
            var camera = state.cameras[number] ?? Camera()
            let fresh = Array(files.dropFirst(camera.seen))
            camera.seen = files.count
            camera.newest = files.last?.path ?? camera.newest
            camera.writing = writing
            state.cameras[number] = camera
            return (Self.tend(&state, busy), fresh)
        }
        for file in fresh { followUp?.add(file) }
        return events.map(text) + (followUp?.takeFailures() ?? []).map { "warning: \($0)" }
    }

    private static func tend(_ state: inout State, _ busy: Set<String>) -> [SeriesKeeper.Event] {
        let cameras = state.cameras.values
        // The newest is kept until there is a newer one.
        let newest = cameras.compactMap { $0.writing == nil ? $0.newest : nil }
        let events = state.keeper?.tend(
            writing: cameras.compactMap(\.writing),
            finishedCount: cameras.reduce(0) { $0 + $1.before + $1.seen },
            sparing: busy.union(newest)
        )
        for case .deleted(let path) in events ?? [] { state.deleted.append(path) }
        return events ?? []
    }

    /// The files that were deleted since it was asked last.
    func takeDeleted() -> [String] {
        state.withLock { state in
            defer { state.deleted = [] }
            return state.deleted
        }
    }

    /// A camera's recording is over, and another may begin.
    func turn(_ number: Int) {
        state.withLock { state in
            guard let camera = state.cameras[number] else { return }
            state.cameras[number] = Camera(before: camera.before + camera.seen, newest: camera.newest)
        }
    }

    /// Sends a signal to the command that runs after a file: the process ends at once.
    func giveUp(_ signal: Int32) { followUp?.giveUp(signal) }

    /// Waits until the command has run after each file.
    ///
    /// - Parameter say: gets what there is to be said meanwhile.
    func finish(_ say: (String) -> Void) {
        followUp?.finish { for failure in followUp?.takeFailures() ?? [] { say("warning: \(failure)") } }
    }

    private func text(_ event: SeriesKeeper.Event) -> String {
        switch event {
        case .deleted(let path): "deleted \(path)"
        case .failed(let path, let reason): "warning: cannot delete \(path): \(reason)"
        case .tooLarge(let excess):
            "warning: the series is \(ByteText.short(excess)) above --keep-size, and nothing more may be deleted"
        }
    }
}
