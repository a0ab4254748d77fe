internal import MediaTime
internal import Synchronization

/// What the threads of a recording, and who watches it, know in common.
final class RecordingBoard: Sendable {
    private struct State {
        var state = RecordingState.idle
        var figures = RecordingFigures()
        var end: RecordingEnd?
        var failure: CaptureError?
        /// Losses that are not counted yet: the frames after them are on their way.
        var losses: [Loss] = []
        var notes: [String] = []
        var trigger: RationalTime?
        var marks: [RecordingMark] = []
        /// Metadata that came in the course of the recording.
        var tags: [RecordingTag] = []
        /// Where stills are to be written.
        var snapshots: [String] = []
        var feeds: [FrameFeed] = []
        var watchers: [AsyncStream<RecordingEvent>.Continuation] = []
    }

    private let shared = Mutex(State())

    /// Everything that happens from now on; ends with the recording.
    func events() -> AsyncStream<RecordingEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: RecordingEvent.self)
        shared.withLock { $0.watchers.append(continuation) }
        return stream
    }

    var state: RecordingState { shared.withLock { $0.state } }
    var figures: RecordingFigures { shared.withLock { $0.figures } }
    var end: RecordingEnd? { shared.withLock { $0.end } }
    var failure: CaptureError? { shared.withLock { $0.failure } }
    var notes: [String] { shared.withLock { $0.notes } }

    /// Goes to another state.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where there is no such way.
    func go(_ transition: RecordingTransition) throws(CaptureError) {
        try shared.withLock { shared throws(CaptureError) in
            let next = try shared.state.after(transition)
            if transition == .start { Self.reset(&shared) }
            shared.state = next
            Self.tell(.state(next), shared)
        }
    }

    private static func reset(_ state: inout State) {
        state = State(snapshots: state.snapshots, feeds: state.feeds, watchers: state.watchers)
    }

    /// Asks for the end; the first reason counts.
    func requestEnd(_ end: RecordingEnd, failure: CaptureError? = nil) {
        shared.withLock { shared in
            guard shared.end == nil else { return }
            shared.end = end
            shared.failure = failure
            if (try? shared.state.after(.stop)) != nil {
                shared.state = .stopping
                Self.tell(.state(.stopping), shared)
            }
        }
    }

    /// Asks for a file; the first instant counts, until it was taken.
    func trigger(at instant: RationalTime) {
        shared.withLock { shared in
            guard shared.state == .waiting, shared.trigger == nil else { return }
            shared.trigger = instant
        }
    }

    /// The trigger, when its instant has come.
    func takeTrigger(before instant: RationalTime) -> RationalTime? {
        shared.withLock { shared in
            guard let trigger = shared.trigger, trigger <= instant else { return nil }
            shared.trigger = nil
            return trigger
        }
    }

    func add(_ mark: RecordingMark) { shared.withLock { $0.marks.append(mark) } }
    var marks: [RecordingMark] { shared.withLock { $0.marks } }

    func add(_ tag: RecordingTag) { shared.withLock { $0.tags.append(tag) } }
    var tags: [RecordingTag] { shared.withLock { $0.tags } }

    func requestSnapshot(_ path: String) { shared.withLock { $0.snapshots.append(path) } }

    /// Where stills are to be written of the next frame.
    func takeSnapshots() -> [String] {
        shared.withLock { shared in
            defer { shared.snapshots.removeAll() }
            return shared.snapshots
        }
    }

    func add(_ feed: FrameFeed) { shared.withLock { $0.feeds.append(feed) } }

    var feeds: [FrameFeed] { shared.withLock { $0.feeds } }

    /// Says that something was lost. It is counted with the frames that came after it.
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
                Self.tell(.loss(loss), shared)
            }
            return counted
        }
    }

    func note(_ text: String) {
        shared.withLock { shared in
            shared.notes.append(text)
            Self.tell(.note(text), shared)
        }
    }

    func tell(_ event: RecordingEvent) { shared.withLock { Self.tell(event, $0) } }

    func update(_ change: (inout RecordingFigures) -> Void) { shared.withLock { change(&$0.figures) } }

    /// Nothing more will happen.
    func finishEvents() {
        let (watchers, feeds) = shared.withLock { shared in
            defer { (shared.watchers, shared.feeds) = ([], []) }
            return (shared.watchers, shared.feeds)
        }
        for watcher in watchers { watcher.finish() }
        for feed in feeds { feed.continuation.finish() }
    }

    private static func tell(_ event: RecordingEvent, _ state: State) {
        for watcher in state.watchers { watcher.yield(event) }
    }
}
