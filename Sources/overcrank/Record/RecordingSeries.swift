internal import Capture
internal import Glibc

/// Recordings of one camera, one after the other as it comes and goes.
struct RecordingSeries {
    let active: ActiveRecorder
    /// Whether to wait for a camera that was unplugged.
    let reconnects: Bool
    /// How long to wait before the camera is looked for again, in microseconds.
    var patience: UInt32 = 500_000

    /// Makes recordings until one ends for another reason than the loss of the camera.
    ///
    /// - Parameters:
    ///   - device: the camera; `nil` for the first one. After it was unplugged it is looked for by its id, because it may come
    ///     back under another path.
    ///   - record: makes a recording of a camera from its beginning to its end; they are counted from 1.
    ///   - waiting: is called with the camera's name when it is waited for.
    /// - Returns: all recordings, at least one.
    /// - Throws: what `record` throws, but for a camera that is still away.
    func run(
        _ device: String?,
        record: (_ device: String?, _ number: Int) throws -> RecordingSummary,
        waiting: (String) -> Void
    ) throws -> [RecordingSummary] {
        var summaries = [try record(device, 1)]
        while reconnects, let camera = summaries.last, camera.end == .unplugged, !active.isEnding {
            waiting(camera.device.name)
            let number = summaries.count + 1
            guard let next = try returned({ try record(camera.device.id, number) }) else { break }
            summaries.append(next)
        }
        return summaries
    }

    /// The body's result once the camera is back; `nil` if all recordings are to end before that.
    private func returned(_ body: () throws -> RecordingSummary) throws -> RecordingSummary? {
        while !active.isEnding {
            do {
                return try body()
            } catch let error as CaptureError where Self.isAway(error.code) {
                usleep(patience)
            }
        }
        return nil
    }

    /// Whether a camera that is coming back can give this error: for a moment the system does not let others open it.
    private static func isAway(_ code: CaptureError.Code) -> Bool {
        [.noDevice, .unplugged, .notPermitted, .busy].contains(code)
    }
}
