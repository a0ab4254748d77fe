internal import MediaTime

/// Waits for what is to begin a file, in the audio and the frames that go by.
final class TriggerWatch {
    private let trigger: RecordingTrigger
    private let board: RecordingBoard
    private let motion: MotionDetector?

    /// - Throws: ``CaptureError`` `.unsupported` where the frames cannot be looked at.
    init(_ trigger: RecordingTrigger, mode: CaptureMode, board: RecordingBoard) throws(CaptureError) {
        self.trigger = trigger
        self.board = board
        if case .motion(let area) = trigger {
            motion = try MotionDetector(area, mode: mode)
        } else {
            motion = nil
        }
    }

    /// Looks at a frame.
    func look(at frame: borrowing QueuedFrame) throws {
        guard let motion, board.state == .waiting else { return }
        if try motion.isMoving(frame) { board.trigger(at: frame.facts.timestamp) }
    }

    /// Listens to a block; the trigger is the first sample that is loud enough.
    func listen(to block: AudioBlock, sampleRate: Int, channelCount: Int) {
        guard case .audio(let decibels) = trigger, board.state == .waiting else { return }
        let index = block.samples.firstIndex { AudioLevel.decibels(abs($0)) >= decibels }
        guard let index,
            let offset = RationalTime(numerator: Int128(index / channelCount), denominator: Int128(sampleRate)),
            let instant = try? block.timestamp + offset
        else { return }
        board.trigger(at: instant)
    }
}
