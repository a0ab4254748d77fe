internal import Capture
internal import Synchronization

/// The recorder that signals and keys are for: one after the other takes the seat.
final class ActiveRecorder: Sendable {
    private struct State {
        var recorder: Recorder?
        var isEnding = false
    }

    private let state = Mutex(State())

    /// Whether all is to end.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Who is recording.
    var recorder: Recorder? { state.withLock { $0.recorder } }

    /// A recorder that has started; when all is to end it is stopped at once.
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
