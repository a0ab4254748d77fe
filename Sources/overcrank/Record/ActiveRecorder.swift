internal import Capture
internal import Glibc
internal import MediaTime
internal import Synchronization

/// The recorder that signals and keys act on. There is one at a time, and a new one after each reconnection.
final class ActiveRecorder: Sendable {
    private struct State {
        var recorder: Recorder?
        var isEnding = false
        /// Triggers that came before there was a recorder.
        var triggers: [RationalTime] = []
    }

    private let state = Mutex(State())

    /// Whether all is to end.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// The recorder that records now.
    var recorder: Recorder? { state.withLock { $0.recorder } }

    /// The recorder that records now, or the first one, as soon as there is one; `nil` where all ends before that.
    func waitForRecorder() -> Recorder? {
        while !isEnding {
            if let recorder { return recorder }
            usleep(10_000)
        }
        return recorder
    }

    /// Makes a recorder that has started the active one. It is stopped at once if all is to end, and gets the triggers that
    /// came before it.
    func take(_ recorder: Recorder) {
        let (isEnding, triggers) = state.withLock { state in
            state.recorder = recorder
            defer { state.triggers = [] }
            return (state.isEnding, state.triggers)
        }
        for instant in triggers { recorder.trigger(at: instant) }
        if isEnding { recorder.stop(.signal) }
    }

    /// Triggers the recorder, now or as soon as there is one.
    func trigger() {
        let recorder = state.withLock { state in
            if state.recorder == nil { state.triggers.append(MonotonicClock.now()) }
            return state.recorder
        }
        recorder?.trigger()
    }

    /// Ends all.
    func end() {
        let recorder = state.withLock { state in
            state.isEnding = true
            return state.recorder
        }
        recorder?.stop(.signal)
    }
}
