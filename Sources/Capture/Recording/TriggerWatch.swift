internal import MediaTime

/// Waits for what is to begin a file, in the audio and the frames that go by.
final class TriggerWatch {
    private let trigger: RecordingTrigger
    private let status: RecordingStatus
    private let circle: TriggerCircle
    private let camera: Int
    private let retrigger: Retrigger
    private let motion: MotionDetector?

    /// - Parameters:
    ///   - trigger: what is waited for.
    ///   - mode: what the frames are like.
    ///   - retrigger: what counts while a file is written.
    ///   - status: says whether one is.
    ///   - circle: has the recorders that are triggered.
    ///   - camera: the number of this one in it.
    /// - Throws: ``CaptureError`` `.unsupported` where the frames cannot be looked at.
    init(
        _ trigger: RecordingTrigger,
        mode: CaptureMode,
        retrigger: Retrigger,
        status: RecordingStatus,
        circle: TriggerCircle,
        camera: Int
    ) throws(CaptureError) {
        self.trigger = trigger
        self.retrigger = retrigger
        self.status = status
        self.circle = circle
        self.camera = camera
        if case .motion(let area) = trigger {
            motion = try MotionDetector(area, mode: mode)
        } else {
            motion = nil
        }
    }

    /// Looks at a frame.
    func look(at frame: borrowing QueuedFrame) throws {
        guard let motion, watches(), let mover = try motion.onset(frame) else { return }
        if fire(at: mover.timestamp) { status.note("motion in frame \(mover.sequence) is a trigger") }
    }

    /// Listens to a block; the trigger is the first sample that is loud enough.
    func listen(to block: AudioBlock, sampleRate: Int, channelCount: Int) {
        guard case .audio(let decibels) = trigger, watches() else { return }
        let index = block.samples.firstIndex { AudioLevel.decibels(abs($0)) >= decibels }
        guard let index,
            let offset = RationalTime(numerator: Int128(index / channelCount), denominator: Int128(sampleRate)),
            let instant = try? block.timestamp + offset
        else { return }
        _ = fire(at: instant)
    }

    /// Whether triggers count now.
    private func watches() -> Bool {
        let state = status.state
        if state != .waiting { circle.rest(camera) }
        return state == .waiting || state == .recording && retrigger != .ignore
    }

    private func fire(at instant: RationalTime) -> Bool {
        circle.fire(camera, at: instant, isWaiting: status.state == .waiting)
    }
}
