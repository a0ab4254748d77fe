internal import Capture
internal import MediaTime

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

    /// Triggers all of them at the same instant.
    func trigger() {
        let instant = MonotonicClock.now()
        for camera in self { camera.active.trigger(at: instant) }
    }

    /// Ends what is recorded now, for a reason that one of them has.
    func stop(_ reason: RecordingEnd) {
        for camera in self { camera.active.recorder?.stop(reason) }
    }

    /// Ends all.
    func end() {
        for camera in self { camera.active.end() }
    }
}
