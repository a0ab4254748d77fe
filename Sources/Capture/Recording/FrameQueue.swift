internal import DequeModule
internal import FFmpeg
internal import Pipeline

/// Frames on their way from the device thread, which never waits, to the writer, which may.
///
/// They go in groups: the writer is woken for several, not for each, since at hundreds of frames a second waking is more
/// work than writing.
final class FrameQueue: Sendable {
    private struct State: ~Copyable {
        var frames = RigidDeque<QueuedFrame>(capacity: FrameQueue.capacity)
        var bytes = 0
        var isFinished = false
        /// The writer takes all that there is before it waits again.
        var isEmptying = false
    }

    /// More frames than this are not waiting even if they are small: that many are seconds at any rate.
    private static let capacity = 4096
    /// So many frames wake the writer; with fewer it looks after so many milliseconds.
    private static let groupSize = 16
    private static let patience = 25
    private let byteLimit: Int
    private let monitor = Monitor(State())

    /// A queue for so many bytes of frames; one frame is always taken.
    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Adds a frame where there is room, and says whether there was; never waits for the other side.
    func offer(_ frame: consuming QueuedFrame) -> Bool {
        var pending: QueuedFrame? = consume frame
        return monitor.withLock(wakingIf: isDue) { state in
            guard let frame = pending.take(), hasRoom(for: frame.packet.size, in: state) else { return false }
            Self.append(frame, to: &state)
            return true
        }
    }

    /// Adds a frame as soon as there is room: for cameras that wait.
    func append(_ frame: consuming QueuedFrame) {
        let size = frame.packet.size
        var pending: QueuedFrame? = consume frame
        _ = monitor.wait { state -> Bool? in
            guard hasRoom(for: size, in: state) || state.isFinished else { return nil }
            if !state.isFinished, let frame = pending.take() { Self.append(frame, to: &state) }
            return true
        }
    }

    /// The next frame; waits a moment at most.
    func next() -> Next {
        if let frame = take(orWait: true) { return .frame(frame) }
        let isFinished = monitor.wait(milliseconds: Self.patience) { state -> Bool? in
            isDue(state) ? state.isFinished : nil
        }
        if let frame = take(orWait: false) { return .frame(frame) }
        return isFinished == true ? .finished : .none
    }

    /// Takes a frame where there is one; where it can be waited for, only one of the group that is being taken.
    private func take(orWait mayWait: Bool) -> QueuedFrame? {
        monitor.withLock { state in
            guard state.isEmptying || !mayWait, let frame = state.frames.popFirst() else {
                state.isEmptying = false
                return nil
            }
            state.isEmptying = true
            state.bytes -= frame.packet.size
            return frame
        }
    }

    /// Says that no more frames come, or that nobody wants them.
    func finish() { monitor.withLock { $0.isFinished = true } }

    /// What waits now.
    var backlog: Backlog { monitor.withQuietLock { Backlog(frames: $0.frames.count, bytes: $0.bytes) } }

    private func isDue(_ state: borrowing State) -> Bool {
        state.isFinished || state.frames.count >= Self.groupSize || state.bytes >= byteLimit / 2
    }

    private func hasRoom(for size: Int, in state: borrowing State) -> Bool {
        state.frames.count < Self.capacity && (state.bytes + size <= byteLimit || state.frames.isEmpty)
    }

    private static func append(_ frame: consuming QueuedFrame, to state: inout State) {
        state.bytes += frame.packet.size
        state.frames.append(frame)
    }

    /// What a wait for a frame came to.
    enum Next: ~Copyable {
        case frame(QueuedFrame)
        case none
        case finished
    }
}
