internal import Capture
internal import Glibc
internal import MediaTime
internal import Synchronization

/// The recorder that signals and keys act on. There is one at a time, and a new one after each reconnection.
final class ActiveRecorder: Sendable {
    private struct State {
        var recorder: Recorder?
        var isEnding = false
        /// Whether the recorder has ended, and its camera is waited for.
        var isAway = false
        /// Triggers that came before there was a recorder.
        var triggers: [RationalTime] = []
    }

    private let state = Mutex(State())

    /// Whether all is to end.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Whether the recorder has ended, and its camera is waited for.
    var isAway: Bool { state.withLock { $0.isAway } }

    /// The recorder that records now; `nil` while there is none.
    var recorder: Recorder? { state.withLock { $0.isAway ? nil : $0.recorder } }

    /// The recorder that records now, or the next one, as soon as there is one; `nil` where all ends before that.
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
            state.isAway = false
            defer { state.triggers = [] }
            return (state.isEnding, state.triggers)
        }
        for instant in triggers { recorder.trigger(at: instant) }
        if isEnding { recorder.stop(.signal) }
    }

    /// Triggers the recorder, now or as soon as there is one.
    func trigger() {
        let recorder = state.withLock { state in
            let recorder = state.isAway ? nil : state.recorder
            if recorder == nil { state.triggers.append(MonotonicClock.now()) }
            return recorder
        }
        recorder?.trigger()
    }

    /// Says that the recorder has ended because its camera went, which is waited for.
    func wait() { state.withLock { $0.isAway = true } }

    /// Ends the recording as a user does who has enough; while a camera is waited for, all.
    func stop() {
        let (recorder, isAway) = state.withLock { ($0.recorder, $0.isAway) }
        if isAway { end() } else { recorder?.stop(.key) }
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
