internal import MediaTime
internal import Synchronization

/// Waits for what is to begin a file, in the audio and the frames that go by.
final class TriggerWatch {
    private let trigger: RecordingTrigger
    private let status: RecordingStatus
    private let circle: TriggerCircle
    private let camera: Int
    private let retrigger: Retrigger
    private let motion: MotionDetector?
    /// What the writer does. What is heard and seen now is ahead of that: the recording may have been ended already, and yet what
    /// was filmed before goes to a file.
    private let phase = Mutex(RecordingPhase.over)

    /// - Parameters:
    ///   - trigger: what is waited for.
    ///   - mode: what the frames are like.
    ///   - retrigger: what counts while a file is written.
    ///   - status: gets what is to be said.
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

    /// Says what the writer does from now on.
    func follow(_ phase: RecordingPhase) { self.phase.withLock { $0 = phase } }

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
        let phase = phase.withLock { $0 }
        if phase != .waiting { circle.rest(camera) }
        return phase == .waiting || phase == .writing && retrigger != .ignore
    }

    private func fire(at instant: RationalTime) -> Bool {
        circle.fire(camera, at: instant, isWaiting: phase.withLock { $0 == .waiting })
    }
}
