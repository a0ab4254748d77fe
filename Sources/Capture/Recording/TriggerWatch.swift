internal import MediaTime

/// Waits for what is to begin a file, in the audio and the frames that go by.
final class TriggerWatch {
    private let trigger: RecordingTrigger
    private let status: RecordingStatus
    private let requests: RecordingRequests
    private let motion: MotionDetector?

    /// - Throws: ``CaptureError`` `.unsupported` where the frames cannot be looked at.
    init(
        _ trigger: RecordingTrigger,
        mode: CaptureMode,
        status: RecordingStatus,
        requests: RecordingRequests
    ) throws(CaptureError) {
        self.trigger = trigger
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
        guard let motion, status.state == .waiting else { return }
        if try motion.isMoving(frame) { requests.trigger(at: frame.facts.timestamp) }
    }

    /// Listens to a block; the trigger is the first sample that is loud enough.
    func listen(to block: AudioBlock, sampleRate: Int, channelCount: Int) {
        guard case .audio(let decibels) = trigger, status.state == .waiting else { return }
        let index = block.samples.firstIndex { AudioLevel.decibels(abs($0)) >= decibels }
        guard let index,
            let offset = RationalTime(numerator: Int128(index / channelCount), denominator: Int128(sampleRate)),
            let instant = try? block.timestamp + offset
        else { return }
        requests.trigger(at: instant)
    }
}
