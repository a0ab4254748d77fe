internal import Capture

/// One of the cameras that signals, keys and lines act on.
struct RecordedCamera: Sendable {
    let voice: CameraVoice
    let active = ActiveRecorder()
    /// How the names of its stills begin.
    let stills: StillNames

    var place: CameraPlace { voice.place }
}

extension [RecordedCamera] {
    /// Whether all is to end.
    var isEnding: Bool { contains { $0.active.isEnding } }

    /// Whether all is to end because a signal says so.
    var isInterrupted: Bool { contains { $0.active.isInterrupted } }

    /// Triggers all of them at the same instant.
    func trigger() {
        let instant = MonotonicClock.now()
        for camera in self { camera.active.trigger(at: instant) }
    }

    /// Ends all, also cameras that are waited for.
    ///
    /// - Parameter reason: that one of them has.
    func end(for reason: RecordingEnd = .signal) {
        for camera in self { camera.active.end(for: reason) }
    }
}
