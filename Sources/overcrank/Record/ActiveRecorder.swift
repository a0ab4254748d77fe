internal import Capture
internal import Synchronization

/// The recorder that signals and keys act on. There is one at a time, and a new one after each reconnection.
final class ActiveRecorder: Sendable {
    private struct State {
        var recorder: Recorder?
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Whether all is to end.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// The recorder that records now.
    var recorder: Recorder? { state.withLock { $0.recorder } }

    /// Makes a recorder that has started the active one. It is stopped at once if all is to end.
    func take(_ recorder: Recorder) {
        let isEnding = state.withLock { state in
            state.recorder = recorder
            return state.isEnding
        }
        if isEnding { recorder.stop(.signal) }
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
