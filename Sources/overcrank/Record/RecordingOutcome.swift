internal import Capture

/// Turns finished recordings into the exit code.
struct RecordingOutcome {
    private let summaries: [RecordingSummary]
    private let isStrict: Bool
    private let isInterrupted: Bool

    /// Of recordings one after the other; `isInterrupted` when a signal ended them, or the wait for the camera.
    init(_ summaries: [RecordingSummary], isStrict: Bool, isInterrupted: Bool) {
        self.summaries = summaries
        self.isStrict = isStrict
        self.isInterrupted = isInterrupted
    }

    /// - Throws: ``Failure`` where a recording failed, frames were lost in spite of `--strict`, or a signal ended it.
    func check() throws {
        // A camera that went was waited for until the user had enough.
        if let last = summaries.last, let failure = last.failure, last.end != .unplugged || !isInterrupted {
            throw Failure(failure)
        }
        let lost = summaries.reduce(0) { $0 + $1.lost.total }
        if isStrict, lost > 0 {
            throw Failure(
                status: .inputOutput,
                message: "\(lost) frames were lost",
                hint: "the recording is there; --log FILE says when they were lost"
            )
        }
        if isInterrupted {
            throw Failure(status: .interrupted, message: "interrupted; the recording is finished and whole")
        }
    }
}
