internal import Capture

/// What a finished recording means for the exit code.
struct RecordingOutcome {
    private let summary: RecordingSummary
    private let isStrict: Bool

    init(_ summary: RecordingSummary, isStrict: Bool) {
        self.summary = summary
        self.isStrict = isStrict
    }

    /// Does nothing for a recording that is as it should be.
    func check() throws {
        if let failure = summary.failure { throw Failure(failure) }
        if isStrict, summary.lost.total > 0 {
            throw Failure(
                status: .inputOutput,
                message: "\(summary.lost.total) pictures were lost",
                hint: "the recording is there; --log FILE says when they were lost"
            )
        }
        if summary.end == .signal {
            throw Failure(status: .interrupted, message: "interrupted; the recording is finished and whole")
        }
    }
}
