internal import MediaTime
internal import Synchronization

/// How a recording goes: what its threads report, and what callers read.
final class RecordingStatus: Sendable {
    private struct State {
        var state = RecordingState.idle
        var figures = RecordingFigures()
        var end: RecordingEnd?
        var failure: CaptureError?
        /// Losses that are not counted yet: the frames after them have not reached the writer.
        var losses: [Loss] = []
        /// Losses that are counted, in order; `nil` where there were more than are kept.
        var counted: [Loss]? = []
        var notes: [String] = []
        var warnings: [AudioWarning] = []
        var files: [RecordedFile] = []
        var writing: String?
        /// Frames of this instant and later are not recorded, unless a trigger still moves it.
        var expectedEnd: RationalTime?
        /// Whether nothing moves it.
        var isEndFinal = true
        var watchers: [AsyncStream<RecordingEvent>.Continuation] = []
    }

    private let shared = Mutex(State())

    /// Losses that are kept, to tell which of them lie within files.
    private static let mostCounted = 1 << 16

    /// Everything that happens from now on; ends with the recording.
    func events() -> AsyncStream<RecordingEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: RecordingEvent.self)
        shared.withLock { $0.watchers.append(continuation) }
        return stream
    }

    var state: RecordingState { shared.withLock { $0.state } }
    var figures: RecordingFigures { shared.withLock { $0.figures } }
    /// Why the recording ends; `nil` while it goes on.
    var end: RecordingEnd? { shared.withLock { $0.end } }
    var failure: CaptureError? { shared.withLock { $0.failure } }
    var notes: [String] { shared.withLock { $0.notes } }
    /// What is wrong with the audio, each once.
    var warnings: [AudioWarning] { shared.withLock { $0.warnings } }
    func warn(_ warning: AudioWarning) { shared.withLock { $0.warnings.append(warning) } }
    /// The files that are finished, in order.
    var files: [RecordedFile] { shared.withLock { $0.files } }
    /// The path of the file that is being written.
    var writing: String? { shared.withLock { $0.writing } }

    /// The instant at which the recording ends by its limit of duration, by the system's monotonic clock; `nil` while
    /// that is not known, and without a limit.
    var deadline: RationalTime? { shared.withLock { $0.isEndFinal ? $0.expectedEnd : nil } }
    /// The same, also where a trigger may still move it.
    var expectedEnd: RationalTime? { shared.withLock { $0.expectedEnd } }
    func setDeadline(_ instant: RationalTime?, isFinal: Bool = true) {
        shared.withLock { ($0.expectedEnd, $0.isEndFinal) = (instant, isFinal) }
    }

    /// Goes to another state. A recording that starts has a status of its own.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where the transition does not exist in this state.
    func go(_ transition: RecordingTransition) throws(CaptureError) {
        try shared.withLock { shared throws(CaptureError) in
            let next = try shared.state.after(transition)
            if transition == .start { shared = State(watchers: shared.watchers) }
            shared.state = next
            Self.tell(.state(next), shared)
        }
    }

    /// Ends the recording. The first reason counts.
    func requestEnd(_ end: RecordingEnd, failure: CaptureError? = nil) {
        shared.withLock { shared in
            guard shared.end == nil else { return }
            Self.end(&shared, end, failure)
        }
    }

    /// Ends the recording before frames that were taken already: for them there is no room. That counts more than a reason to take no more
    /// of them, such as a camera that has gone, but not more than what could not be written.
    func cutOff(_ end: RecordingEnd) {
        shared.withLock { shared in
            if shared.failure != nil, let former = shared.end, [.space, .error].contains(former) { return }
            guard shared.end != end else { return }
            Self.end(&shared, end, nil)
        }
    }

    /// Ends the recording because it cannot be made or finished. That counts more than any reason to end it: what was recorded until
    /// then is not whole. The first such failure counts.
    func fail(_ failure: CaptureError) {
        shared.withLock { shared in
            if shared.failure != nil, let end = shared.end, [.space, .error].contains(end) { return }
            Self.end(&shared, failure.isOutOfSpace ? .space : .error, failure)
        }
    }

    private static func end(_ shared: inout State, _ end: RecordingEnd, _ failure: CaptureError?) {
        shared.end = end
        shared.failure = failure
        if (try? shared.state.after(.stop)) != nil {
            shared.state = .stopping
            tell(.state(.stopping), shared)
        }
    }

    /// Reports a loss. It is counted when the frames after it reach the writer.
    func report(_ loss: Loss) { shared.withLock { $0.losses.append(loss) } }

    /// Counts the losses before an instant, or all, that were not counted yet.
    ///
    /// - Parameters:
    ///   - instant: by the system's monotonic clock; `nil` for all losses.
    ///   - interval: from one frame to the next, where a gap that reaches beyond the instant is to be divided there.
    /// - Returns: the losses that were counted now.
    @discardableResult
    func takeLosses(before instant: RationalTime?, dividedBy interval: RationalTime? = nil) -> [Loss] {
        shared.withLock { shared in
            // In most cases there is none.
            guard !shared.losses.isEmpty else { return [] }
            let isCounted = { (loss: Loss) in instant.map { loss.timestamp < $0 } ?? true }
            var counted = shared.losses.filter(isCounted)
            shared.losses.removeAll(where: isCounted)
            if let instant, let interval {
                counted = counted.compactMap { $0.part(before: instant, interval: interval) }
            }
            for loss in counted {
                shared.figures.lost.add(loss)
                shared.counted?.append(loss)
                if let count = shared.counted?.count, count > Self.mostCounted { shared.counted = nil }
                Self.tell(.loss(loss), shared)
            }
            return counted
        }
    }

    /// How many of the frames that were counted as lost are missing within files, between the first frame and the end of each;
    /// `nil` where there were too many losses to tell.
    func lost(within files: [RecordedFile], interval: RationalTime) -> Int64? {
        shared.withLock { shared in
            shared.counted.map { losses in
                files.reduce(0) { sum, file in
                    sum + losses.reduce(0) { $0 + $1.count(within: file, interval: interval) }
                }
            }
        }
    }

    /// How many of the frames that were counted as lost were due after a file's first frame; `nil` where there were too many losses to
    /// tell. Cameras deliver damaged frames before the first good one.
    func lost(since file: RecordedFile, interval: RationalTime) -> Int64? {
        shared.withLock { shared in
            shared.counted.map { losses in
                losses.reduce(0) { $0 + ($1.isAfterStart(of: file, interval: interval) ? $1.count : 0) }
            }
        }
    }

    /// Says something in words.
    func note(_ text: String) {
        shared.withLock { shared in
            shared.notes.append(text)
            Self.tell(.note(text), shared)
        }
    }

    /// Says that a file is begun or finished.
    func tell(_ event: RecordingEvent) {
        shared.withLock { shared in
            switch event {
            case .began(let path): shared.writing = path
            case .finished(let file):
                shared.files.append(file)
                shared.writing = nil
            case .state, .loss, .control, .note: break
            }
            Self.tell(event, shared)
        }
    }

    /// Says that the file that was begun is gone.
    func forgetFile() { shared.withLock { $0.writing = nil } }

    func update(_ change: (inout RecordingFigures) -> Void) { shared.withLock { change(&$0.figures) } }

    /// Tells the watchers that nothing more happens.
    func finishEvents() {
        let watchers = shared.withLock { shared in
            defer { shared.watchers = [] }
            return shared.watchers
        }
        for watcher in watchers { watcher.finish() }
    }

    private static func tell(_ event: RecordingEvent, _ state: State) {
        for watcher in state.watchers { watcher.yield(event) }
    }
}

extension Loss {
    /// How many of its frames were due within a file; negative where a loss is taken back.
    fileprivate func count(within file: RecordedFile, interval: RationalTime) -> Int64 {
        guard let end = try? file.start + file.duration, timestamp < end, isAfterStart(of: file, interval: interval)
        else { return 0 }
        return count < 0 ? count : part(before: end, interval: interval)?.count ?? 0
    }

    /// Whether it is no earlier than a file's first frame.
    fileprivate func isAfterStart(of file: RecordedFile, interval: RationalTime) -> Bool {
        // Instants of files are rounded to a microsecond, and no frame comes earlier than half of an interval.
        timestamp.seconds > file.start.seconds - interval.seconds / 2
    }
}
