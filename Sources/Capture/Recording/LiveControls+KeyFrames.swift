internal import MediaTime
internal import Synchronization

// Frames with which decoding can begin, of a camera that encodes by itself.
extension LiveControls {
    /// From one such frame to the next that is asked for: they are large. In seconds.
    private static let keyPause = RationalTime(1, 5)
    /// How long to wait for a wish before looking whether the recording is to end, in milliseconds.
    private static let keyPatience = 100

    /// Whether the camera makes such a frame when it is told to.
    var makesKeyFrames: Bool { keyFrameControl != nil }

    private var keyFrameControl: CameraControl? {
        (try? known())?.first { $0.id == ControlID.forceKeyFrame && $0.isSettable }
    }

    /// Tells the camera to make such frames where they are wanted, until the recording is to end. One that does not take it is
    /// not told again.
    func makeKeyFrames() {
        guard let control = keyFrameControl else { return }
        do {
            while status.end == nil {
                guard requests.keyFrames.take(within: Self.keyPatience) else { continue }
                try ask(control)
                _ = try MonotonicClock.wait(until: MonotonicClock.now() + Self.keyPause, atMost: Self.keyPause)
            }
        } catch {
            status.note("the camera makes no key frames when it is asked to: \(CaptureError(anything: error).message)")
        }
    }

    /// A camera that is not ready is asked again at the next wish.
    private func ask(_ control: CameraControl) throws(CaptureError) {
        try shared.withLock { _ throws(CaptureError) in
            do throws(CaptureError) {
                _ = try present().setControl(control, to: 1)
            } catch {
                guard error.isMomentary else { throw error }
            }
        }
    }
}
