internal import Capture
internal import Glibc
internal import MediaTime
internal import Synchronization

/// The recorder that signals and keys act on. There is one at a time, and a new one after each reconnection.
final class ActiveRecorder: Sendable {
    private struct State {
        var recorder: Recorder?
        /// Why all is to end; `nil` while nothing says so.
        var end: RecordingEnd?
        /// Whether the recorder has ended, and its camera is waited for.
        var isAway = false
        /// Whether there will be no more recorders.
        var isOver = false
        /// Triggers that came before there was a recorder.
        var triggers: [RationalTime] = []
        /// Those that the recorder has had.
        var taken: [RationalTime] = []
    }

    private let state = Mutex(State())

    /// Whether all is to end.
    var isEnding: Bool { state.withLock { $0.end != nil } }

    /// Whether all is to end because a signal says so, and neither a key nor a limit.
    var isInterrupted: Bool { state.withLock { $0.end == .signal } }

    /// Whether the recorder has ended, and its camera is waited for.
    var isAway: Bool { state.withLock { $0.isAway } }

    /// Whether there will be no more recorders.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The recorder that records now; `nil` while there is none.
    var recorder: Recorder? { state.withLock { $0.isAway ? nil : $0.recorder } }

    /// The recorder that records now, or the next one, as soon as there is one; `nil` where all ends before that.
    func waitForRecorder() -> Recorder? {
        while !isEnding, !isOver {
            if let recorder { return recorder }
            usleep(10_000)
        }
        return recorder
    }

    /// Makes a recorder that has started the active one. It is stopped at once if all is to end, and gets the triggers that
    /// came before it.
    func take(_ recorder: Recorder) {
        let (end, triggers) = state.withLock { state in
            state.recorder = recorder
            state.isAway = false
            (state.taken, state.triggers) = (state.triggers, [])
            return (state.end, state.taken)
        }
        // One that has ended meanwhile has no use for them.
        for instant in triggers { try? recorder.trigger(at: instant) }
        if let end { recorder.stop(end) }
    }

    /// Triggers the recorder, now or as soon as there is one.
    func trigger(at instant: RationalTime = MonotonicClock.now()) {
        let recorder = state.withLock { state in
            let recorder = state.isAway ? nil : state.recorder
            if recorder == nil { state.triggers.append(instant) } else { state.taken.append(instant) }
            return recorder
        }
        try? recorder?.trigger(at: instant)
    }

    /// Says that the recorder has ended because its camera went, which is waited for. What the recorder holds is free for the
    /// next one.
    ///
    /// - Parameter keepsTriggers: whether the next recorder gets the triggers, too, that this one has had.
    func wait(keepsTriggers: Bool = false) {
        state.withLock { state in
            if keepsTriggers { state.triggers.insert(contentsOf: state.taken, at: 0) }
            state.taken = []
            state.isAway = true
            state.recorder = nil
        }
    }

    /// Says that there will be no more recorders.
    func leave() {
        state.withLock { state in
            state.isAway = false
            state.isOver = true
        }
    }

    /// Ends the recording as a user does who has enough; while the camera is waited for, the wait.
    func stop() {
        let (recorder, isAway) = state.withLock { ($0.recorder, $0.isAway) }
        if isAway { end(for: .key) } else { recorder?.stop(.key) }
    }

    /// Ends all.
    func end() { end(for: .signal) }

    /// Ends all for a reason, also where a camera is waited for. The first reason counts.
    func end(for reason: RecordingEnd) {
        let recorder = state.withLock { state in
            state.end = state.end ?? reason
            return state.recorder
        }
        recorder?.stop(reason)
    }
}
