internal import MediaFormats
internal import MediaTime
internal import Synchronization

/// What callers ask of a running recording. The writer's thread takes it up.
final class RecordingRequests: Sendable {
    private struct State {
        var triggers: [RationalTime] = []
        var activity: RationalTime?
        var marks: [RecordingMark] = []
        var tags: [MetadataItem] = []
        /// Those that are in no log yet, and those that the files tell of.
        var news: [RecordedControlChange] = []
        var changes: [RecordedControlChange] = []
        var snapshots: [String] = []
        var feeds: [FrameFeed] = []
    }

    private let shared = Mutex(State())
    /// Key frames that are wanted of the camera.
    let keyFrames = KeyFrameRequests()

    /// Forgets what was asked of the recording before. Snapshots and readers of frames stay: they may be asked for before a
    /// recording begins.
    func reset() {
        shared.withLock { $0 = State(snapshots: $0.snapshots, feeds: $0.feeds) }
        keyFrames.reset()
    }

    /// Asks for a file that shows an instant.
    func trigger(at instant: RationalTime) { shared.withLock { $0.triggers.append(instant) } }

    /// The triggers up to an instant, or all, in order; they are taken.
    func takeTriggers(before instant: RationalTime?) -> [RationalTime] {
        shared.withLock { shared in
            // In most cases there is none.
            guard !shared.triggers.isEmpty else { return [] }
            let isDue = { (trigger: RationalTime) in instant.map { trigger <= $0 } ?? true }
            defer { shared.triggers.removeAll(where: isDue) }
            return shared.triggers.filter(isDue).sorted()
        }
    }

    /// Says until when what has triggered goes on.
    func noteActivity(at instant: RationalTime) { shared.withLock { $0.activity = instant } }

    /// Until when what has triggered went on, where that is news.
    func takeActivity() -> RationalTime? {
        shared.withLock { shared in
            defer { shared.activity = nil }
            return shared.activity
        }
    }

    /// Instants that become chapters.
    func add(_ mark: RecordingMark) { shared.withLock { $0.marks.append(mark) } }
    var marks: [RecordingMark] { shared.withLock { $0.marks } }

    /// Metadata that came in the course of the recording.
    func add(_ tag: MetadataItem) { shared.withLock { $0.tags.append(tag) } }
    var tags: [MetadataItem] { shared.withLock { $0.tags } }

    /// Controls that were changed. What the camera set by itself is news, but no more.
    func add(_ change: RecordedControlChange) {
        shared.withLock { shared in
            shared.news.append(change)
            if change.cause != .automatic { shared.changes.append(change) }
        }
    }
    var changes: [RecordedControlChange] { shared.withLock { $0.changes } }

    /// The changes of controls since the last call.
    func takeNews() -> [RecordedControlChange] {
        shared.withLock { shared in
            guard !shared.news.isEmpty else { return [] }
            defer { shared.news = [] }
            return shared.news
        }
    }

    /// Asks for a still image of the next frame.
    func addSnapshot(to path: String) { shared.withLock { $0.snapshots.append(path) } }

    /// The paths of the still images that are to be written of the next frame; they are taken.
    func takeSnapshots() -> [String] {
        shared.withLock { shared in
            defer { shared.snapshots.removeAll() }
            return shared.snapshots
        }
    }

    /// Readers of the recording's frames.
    func add(_ feed: FrameFeed) { shared.withLock { $0.feeds.append(feed) } }
    var feeds: [FrameFeed] { shared.withLock { $0.feeds } }

    /// Tells the readers that no more frames come.
    func finishFeeds() {
        let feeds = shared.withLock { shared in
            defer { shared.feeds = [] }
            return shared.feeds
        }
        for feed in feeds { feed.continuation.finish() }
    }
}
