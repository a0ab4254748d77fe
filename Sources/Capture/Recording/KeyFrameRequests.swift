internal import Pipeline

/// Asks a camera that encodes by itself for frames with which decoding can begin. Any thread asks; another one waits for the
/// driver.
final class KeyFrameRequests: Sendable {
    private let isWanted = Monitor(false)

    /// Asks for such a frame as soon as possible.
    func ask() { isWanted.withLock { $0 = true } }

    /// Forgets what was asked for.
    func reset() { isWanted.withLock { $0 = false } }

    /// Waits until such a frame is wanted, and takes the wish; `false` where it was not until the time was over.
    func take(within milliseconds: Int) -> Bool {
        isWanted.wait(milliseconds: milliseconds) { isWanted -> Bool? in
            guard isWanted else { return nil }
            isWanted = false
            return true
        } ?? false
    }
}
