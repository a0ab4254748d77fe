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

/// Names of files that belong together.
enum NumberedPath {
    /// `clip.mp4` as it is for 1, `clip-2.mp4` for 2.
    static func path(_ path: String, _ number: Int) -> String {
        guard number > 1 else { return path }
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else {
            return "\(path)-\(number)"
        }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
