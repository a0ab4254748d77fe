internal import Capture

/// What became of a camera's recordings, one after the other.
struct CameraOutcome: Sendable {
    var summaries: [RecordingSummary] = []
    /// What kept a recording from being made.
    var error: Failure?

    /// What went wrong, if anything.
    ///
    /// - Parameter isEnding: whether a signal has ended it, or anything the wait for the camera.
    /// - Returns: what is to be said of it.
    func failure(isEnding: Bool) -> Failure? {
        if let error { return error }
        // A camera that went was waited for until the user had enough, or another one had reached a limit of all.
        guard let last = summaries.last, let failure = last.failure else { return nil }
        if isEnding, RecordingSeries.losses.contains(last.end) { return nil }
        return Failure(failure)
    }
}

/// Turns finished recordings into the exit code.
struct RecordingOutcome {
    private let cameras: [CameraOutcome]
    private let isStrict: Bool
    private let outputFailure: Failure?
    private let isEnding: Bool
    private let isInterrupted: Bool
    private let isTriggered: Bool

    /// Of cameras that were recorded together; `outputFailure` is what kept data from being written; `isInterrupted` when a signal ended
    /// the recordings, or the wait for a camera; `isEnding` also when a limit of all, or a key, ended the wait;
    /// `isTriggered` where a file begins with a trigger, so that there may be none.
    init(
        _ cameras: [CameraOutcome],
        isStrict: Bool,
        outputFailure: Failure? = nil,
        isEnding: Bool = false,
        isInterrupted: Bool,
        isTriggered: Bool = false
    ) {
        self.cameras = cameras
        self.isStrict = isStrict
        self.outputFailure = outputFailure
        self.isEnding = isEnding || isInterrupted
        self.isInterrupted = isInterrupted
        self.isTriggered = isTriggered
    }

    /// - Throws: ``Failure`` where a recording failed, frames of it were lost in spite of `--strict`, data could not be written, a
    ///   signal ended it, or there was no frame to store.
    func check() throws {
        let failures = cameras.compactMap { $0.failure(isEnding: isEnding) }
        if let first = failures.first {
            guard cameras.count > 1 else { throw first }
            throw Failure(
                status: first.status,
                message: "\(failures.count) of \(cameras.count) cameras failed",
                hint: failures.count < cameras.count ? "the recordings of the others are whole" : nil
            )
        }
        let lost = cameras.flatMap(\.summaries).reduce(0) { $0 + $1.lostFromRecording }
        if isStrict, lost > 0 {
            throw Failure(
                status: .inputOutput,
                message: "\(FrameCountText.text(lost)) \(lost == 1 ? "was" : "were") lost",
                hint: "the recording is there; --log FILE says when they were lost"
            )
        }
        if let outputFailure { throw outputFailure }
        if isInterrupted {
            let isEmpty = cameras.allSatisfy { $0.summaries.allSatisfy(\.files.isEmpty) }
            let outcome = isEmpty ? "nothing was recorded" : "the recording is finished and whole"
            throw Failure(status: .interrupted, message: "interrupted; \(outcome)")
        }
        try checkFiles()
    }

    /// Nothing failed, but there may have been nothing to store: before somebody ended it, or in all the time that it was to last.
    private func checkFiles() throws {
        let empty = isTriggered ? [] : cameras.filter { $0.summaries.allSatisfy(\.files.isEmpty) }
        guard !empty.isEmpty else { return }
        let summaries = empty.flatMap(\.summaries)
        let lost = summaries.map(\.lost)
        let reason =
            if lost.contains(where: { $0.undecodable > 0 }) {
                "frames came, and decoding can begin with none of them"
            } else if lost.contains(where: { $0.flagged > 0 }) {
                "all frames that came were damaged"
            } else {
                "no frame came that can be stored"
            }
        throw Failure(
            status: empty.allSatisfy(isEndedByUser) ? .interrupted : .inputOutput,
            message: (empty.count == cameras.count
                ? "nothing was recorded" : "\(empty.count) of \(cameras.count) cameras recorded nothing")
                + ": \(reason)",
            hint: empty.count < cameras.count ? "the recordings of the others are whole" : nil
        )
    }

    /// Whether somebody ended a camera's last recording, or the wait behind it.
    private func isEndedByUser(_ camera: CameraOutcome) -> Bool {
        guard let end = camera.summaries.last?.end else { return true }
        return [.key, .signal].contains(end) || isEnding && RecordingSeries.losses.contains(end)
    }
}
