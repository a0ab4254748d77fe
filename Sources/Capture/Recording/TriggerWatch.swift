internal import MediaTime

/// Waits for what is to begin a file, in the audio and the frames that go by.
final class TriggerWatch {
    private let trigger: RecordingTrigger
    private let status: RecordingStatus
    private let requests: RecordingRequests
    private let retrigger: Retrigger
    private let motion: MotionDetector?
    /// When there was motion, or audio that is loud enough, last.
    private var active: RationalTime?
    /// Whether it has triggered since the recorder waits.
    private var hasFired = false

    /// When it has stopped for so long, it counts again.
    private static let pause = RationalTime(1, 2)

    /// - Throws: ``CaptureError`` `.unsupported` where the frames cannot be looked at.
    init(
        _ trigger: RecordingTrigger,
        mode: CaptureMode,
        retrigger: Retrigger,
        status: RecordingStatus,
        requests: RecordingRequests
    ) throws(CaptureError) {
        self.trigger = trigger
        self.retrigger = retrigger
        self.status = status
        self.requests = requests
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
        if state != .waiting { hasFired = false }
        return state == .waiting || state == .recording && retrigger != .ignore
    }

    /// Notes motion or audio at an instant; `true` where it is a trigger. What goes on from before is none while a file is
    /// written.
    private func fire(at instant: RationalTime) -> Bool {
        let isNew = active.flatMap { try? instant - $0 > Self.pause } ?? true
        active = instant
        let isWaiting = status.state == .waiting
        let fires = isWaiting ? !hasFired : isNew
        if isWaiting { hasFired = true }
        if fires { requests.trigger(at: instant) } else { requests.noteActivity(at: instant) }
        return fires
    }
}
