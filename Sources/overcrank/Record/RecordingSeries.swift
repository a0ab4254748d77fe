internal import Capture
internal import Glibc
internal import MediaTime

/// Recordings of one camera, one after the other as it comes and goes.
struct RecordingSeries {
    let active: ActiveRecorder
    /// Whether to wait for a camera that was lost.
    let reconnects: Bool
    /// How much is recorded, in all files together; `nil` without a limit.
    var duration: RationalTime?
    /// How long to wait before the camera is looked for again, in microseconds.
    var patience: UInt32 = 500_000

    /// Ends of a recording after which the camera is waited for: opened anew it may deliver again.
    static let losses: Set<RecordingEnd> = [.unplugged, .signalChanged, .driverFailed, .silence]

    /// Makes recordings until one ends for another reason than the loss of the camera.
    ///
    /// - Parameters:
    ///   - device: the camera; `nil` for the first one. After it was unplugged it is looked for by its id, because it may come
    ///     back under another path: by the longest one that it had, which tells it from others that were there.
    ///   - record: makes a recording of a camera from its beginning to its end, after those that it is given.
    ///   - waiting: is called with the camera's name when it is waited for.
    /// - Returns: all recordings, at least one. What was made of a camera that was opened anew in vain is none.
    /// - Throws: what `record` throws, but for a camera that is still away.
    func run(
        _ device: String?,
        record: (_ device: String?, _ before: [RecordingSummary]) throws -> RecordingSummary,
        waiting: (String) -> Void
    ) throws -> [RecordingSummary] {
        var summaries = [try record(device, [])]
        var rest = RestBetweenAttempts(patience)
        while reconnects, let camera = summaries.last, Self.mayComeBack(camera), !active.isEnding,
            Self.rest(of: duration, after: summaries).map({ $0 > .zero }) ?? true
        {
            waiting(camera.device.name)
            // A camera that went takes its time to come back. A driver that fails may fail again at once.
            if camera.end == .driverFailed {
                if camera.files.contains(where: { $0.duration >= RationalTime(1, 1) }) { rest.shorten() }
                rest.take(until: { active.isEnding })
            }
            let ids = summaries.map(\.device.id)
            let id = ids.reduce(camera.device.id) { $1.count > $0.count ? $1 : $0 }
            let next = try returned(after: summaries) {
                try record(id, summaries)
            } inVain: {
                active.wait(keepsTriggers: true)
                waiting(camera.device.name)
            }
            guard let next else { break }
            summaries.append(next)
        }
        return summaries
    }

    /// Whether a camera may deliver again when it is opened anew. One whose driver has failed before the first frame of all has never worked.
    private static func mayComeBack(_ summary: RecordingSummary) -> Bool {
        guard losses.contains(summary.end) else { return false }
        return summary.end != .driverFailed || !summary.files.isEmpty || summary.measuredRate != nil
    }

    /// Whether a camera was opened anew in vain: it went, delivered nothing, or its driver failed, before there was anything of which to
    /// tell.
    ///
    /// - Parameters:
    ///   - summary: what was made of it.
    ///   - before: the recordings before.
    /// - Returns: `false` for the first one of all, which says why there is no file.
    static func isInVain(_ summary: RecordingSummary, after before: [RecordingSummary]) -> Bool {
        let isLost = losses.contains(summary.end) || summary.end == .error && summary.failure?.code == .reading
        return !before.isEmpty && isLost && summary.files.isEmpty && summary.measuredRate == nil
    }

    /// What is left of a duration after recordings; `nil` without one.
    static func rest(of duration: RationalTime?, after recordings: [RecordingSummary]) -> RationalTime? {
        let files = recordings.flatMap(\.files)
        return duration.map { files.reduce($0) { (try? $0 - $1.duration) ?? $0 } }
    }

    /// How long there was no camera between two recordings: from the end of the last frame to the next one.
    static func gap(after before: RecordingSummary?, until next: RecordingSummary) -> RationalTime? {
        guard let last = before?.files.last, let first = next.files.first else { return nil }
        return try? first.start - last.start - last.duration
    }

    /// The body's result once the camera is back and delivers; `nil` if all recordings are to end before that.
    private func returned(
        after before: [RecordingSummary],
        _ body: () throws -> RecordingSummary,
        inVain: () -> Void
    ) throws -> RecordingSummary? {
        while !active.isEnding {
            do {
                let summary = try body()
                guard Self.isInVain(summary, after: before) else { return summary }
                inVain()
                usleep(patience)
            } catch let error as CaptureError where error.code == .cancelled {
                return nil
            } catch let error as CaptureError where Self.isAway(error.code) {
                usleep(patience)
            }
        }
        return nil
    }

    /// Whether a camera that is coming back can give this error: for a moment the system does not let others open it, and its driver fails
    /// while it wakes up.
    private static func isAway(_ code: CaptureError.Code) -> Bool {
        let codes: [CaptureError.Code] = [
            .noDevice, .noMicrophone, .noSignal, .signalChanged, .unplugged, .notPermitted, .busy, .reading,
            .noBandwidth,
        ]
        return codes.contains(code)
    }
}
