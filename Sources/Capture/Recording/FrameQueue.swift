internal import DequeModule
internal import FFmpeg
internal import Pipeline

/// A queue of frames from the camera's thread, which never waits, to the writer's thread, which may.
///
/// The writer is woken for a group of frames, not for each frame: at hundreds of frames a second waking a thread costs
/// more than writing a frame.
final class FrameQueue: Sendable {
    private struct State: ~Copyable {
        var frames = RigidDeque<QueuedFrame>(capacity: FrameQueue.capacity)
        var bytes = 0
        var isFinished = false
        /// Whether the writer is taking a group of frames. It takes all that there are before it waits again.
        var isEmptying = false
    }

    /// The most frames that may wait, however small they are. At 330 frames a second this is 12 seconds.
    private static let capacity = 4096
    /// The writer is woken when this number of frames waits.
    private static let groupSize = 16
    /// Without being woken, the writer looks for frames after this time, in milliseconds.
    private static let patience = 25
    private let byteLimit: Int
    private let monitor = Monitor(State())

    /// A queue for a number of bytes. A frame that is larger is taken where the queue is empty.
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

    /// The next frame. Waits for 25 ms at most.
    func next() -> Next {
        if let frame = take(orWait: true) { return .frame(frame) }
        let isFinished = monitor.wait(milliseconds: Self.patience) { state -> Bool? in
            isDue(state) ? state.isFinished : nil
        }
        if let frame = take(orWait: false) { return .frame(frame) }
        return isFinished == true ? .finished : .none
    }

    /// Takes a frame, where there is one.
    ///
    /// - Parameter mayWait: whether the caller can wait. Then a frame is taken only while a group is being emptied, so that
    ///   the frames of the next group are collected first.
    /// - Returns: `nil` where there is none, or it is to be waited for.
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

    /// Ends the queue: no more frames come, or the writer takes no more.
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
