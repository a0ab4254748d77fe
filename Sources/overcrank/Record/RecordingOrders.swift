internal import Capture
internal import MediaFormats
internal import Pipeline
internal import Synchronization

/// Does what running recordings are told, and says what became of it.
final class RecordingOrders: Sendable {
    private let cameras: [RecordedCamera]
    private let news: RecordingNews
    private let stills = Mutex(0)

    /// Orders for the recorders of cameras: for all of them, where an order names none.
    init(_ cameras: [RecordedCamera], news: RecordingNews) {
        self.cameras = cameras
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
        guard case .only(let number, let order) = order else { return perform(order, cameras) }
        let chosen = cameras.filter { $0.place.number == number }
        if chosen.isEmpty { return news.say("not done: there is no camera \(number)") }
        perform(order, chosen)
    }

    private func perform(_ order: RecordingOrder, _ cameras: [RecordedCamera]) {
        switch order {
        case .only: break
        case .trigger:
            cameras.trigger()
            news.confirm("triggered")
        case .end:
            for camera in cameras {
                if !camera.active.isAway { _ = camera.active.waitForRecorder() }
                camera.active.stop()
            }
        case .still:
            // The same number for all cameras; those of earlier sessions are passed over.
            let number = stills.withLock { number in
                repeat { number += 1 } while self.cameras.contains { $0.stills.isTaken(number) }
                return number
            }
            for camera in cameras {
                withRecorder(of: camera) { $0.takeSnapshot(to: camera.stills.path(number)) }
            }
        case .mark(let title):
            guard told(cameras, { recorder throws(CaptureError) in try recorder.mark(title) }) else { return }
            news.confirm(title.map { "marked '\($0)'" } ?? "marked")
        case .tag(let tag):
            guard told(cameras, { recorder throws(CaptureError) in try recorder.add(tag) }) else { return }
            news.confirm("\(tag.key) is stored")
        case .set(let request):
            for camera in cameras { withRecorder(of: camera) { set(request, $0, camera.voice) } }
        }
    }

    private func set(_ request: ControlRequest, _ recorder: Recorder, _ voice: CameraVoice) {
        do {
            for change in try request.perform(on: recorder).changes { voice.confirm(change) }
        } catch {
            voice.say("not set: \(Failure(error).message)")
        }
    }

    /// Tells the recorders of cameras something, and says of which it is not done.
    ///
    /// - Returns: whether it is done of one at least, or may be: cameras that are away have said so.
    private func told(_ cameras: [RecordedCamera], _ body: (Recorder) throws(CaptureError) -> Void) -> Bool {
        var refusals = 0
        for camera in cameras {
            withRecorder(of: camera) { recorder in
                do throws(CaptureError) {
                    try body(recorder)
                } catch {
                    refusals += 1
                    camera.voice.say("not done: \(error.message)")
                }
            }
        }
        return refusals < cameras.count
    }

    private func withRecorder(of camera: RecordedCamera, _ body: (Recorder) -> Void) {
        // Who waited here would not hear the next order.
        if camera.active.isAway { return camera.voice.say("not done: the camera is away") }
        if let recorder = camera.active.waitForRecorder() { body(recorder) }
    }
}
