internal import Capture
internal import MediaFormats
internal import Pipeline
internal import Synchronization

/// Does what a running recording is told, and says what became of it.
final class RecordingOrders: Sendable {
    private let active: ActiveRecorder
    private let snapshots: String
    private let news: RecordingNews
    private let stills = Mutex(0)

    /// Orders for the active recorder. The names of stills begin with `snapshots`.
    init(_ active: ActiveRecorder, snapshots: String, news: RecordingNews) {
        self.active = active
        self.snapshots = snapshots
        self.news = news
    }

    /// Reads keys from the terminal on a thread of its own, which ends with the process.
    ///
    /// - Throws: `ThreadError` where the system gives no thread.
    func listenToKeys() throws(ThreadError) {
        Keyboard.take()
        try DetachedThread.start { [self] in
            var keys = RecordingKeys()
            while let bytes = Keyboard.read() {
                for outcome in keys.take(bytes) {
                    news.typed = nil
                    switch outcome {
                    case .order(let order): perform(order)
                    case .typing(let text): news.typed = text
                    case .givenUp: break
                    case .unknown: news.say(RecordingKeys.help)
                    }
                }
            }
        }
    }

    /// Reads lines from standard input on a thread of its own, which ends with the process.
    ///
    /// - Throws: `ThreadError` where the system gives no thread.
    func listenToLines() throws(ThreadError) {
        try DetachedThread.start { [self] in
            while let line = readLine() {
                if let order = RecordingOrder(line) {
                    perform(order)
                } else {
                    news.say("not understood: '\(line)'; \(RecordingOrder.help)")
                }
            }
        }
    }

    /// Does it; what concerns a file or a camera waits for the first recorder.
    func perform(_ order: RecordingOrder) {
        switch order {
        case .trigger:
            active.trigger()
            news.confirm("triggered")
        case .end:
            if !active.isAway { _ = active.waitForRecorder() }
            active.stop()
        case .still, .mark, .tag, .set:
            // Who waited here would not hear the next order.
            if active.isAway { return Terminal.writeError("not done: the camera is away") }
            if let recorder = active.waitForRecorder() { perform(order, recorder) }
        }
    }

    private func perform(_ order: RecordingOrder, _ recorder: Recorder) {
        switch order {
        case .trigger, .end: break
        case .still:
            let number = stills.withLock { number in
                number += 1
                return number
            }
            recorder.takeSnapshot(to: "\(snapshots)-\(number).jpg")
        case .mark(let title):
            recorder.mark(title)
            news.confirm(title.map { "marked '\($0)'" } ?? "marked")
        case .tag(let tag):
            recorder.add(tag)
            news.confirm("\(tag.key) is stored")
        case .set(let request):
            do {
                for change in try request.perform(on: recorder).changes { news.confirm(change) }
            } catch {
                news.say("not set: \(Failure(error).message)")
            }
        }
    }
}
