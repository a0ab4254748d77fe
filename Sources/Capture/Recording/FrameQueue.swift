internal import DequeModule
internal import FFmpeg
internal import Pipeline

/// Pictures on their way from the device thread, which never waits, to the writer, which may.
final class FrameQueue: Sendable {
    private struct State: ~Copyable {
        var frames = RigidDeque<QueuedFrame>(capacity: FrameQueue.capacity)
        var bytes = 0
        var isFinished = false
    }

    /// How full the queue is, at most and now, in bytes.
    struct Depth: Hashable, Sendable {
        var frames: Int
        var bytes: Int
    }

    /// More pictures than this are not waiting even if they are small: that many are seconds at any rate.
    private static let capacity = 4096
    private let byteLimit: Int
    private let monitor = Monitor(State())

    /// A queue for so many bytes of pictures; one picture is always taken.
    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Adds a picture where there is room, and says whether there was; never waits for the other side.
    func offer(_ frame: consuming QueuedFrame) -> Bool {
        var pending: QueuedFrame? = consume frame
        return monitor.withLock { state in
            guard let frame = pending.take(), Self.hasRoom(for: frame.packet.size, in: state, byteLimit) else {
                return false
            }
            Self.append(frame, to: &state)
            return true
        }
    }

    /// Adds a picture as soon as there is room: for cameras that wait.
    func append(_ frame: consuming QueuedFrame) {
        let size = frame.packet.size
        var pending: QueuedFrame? = consume frame
        _ = monitor.wait { state -> Bool? in
            guard Self.hasRoom(for: size, in: state, byteLimit) || state.isFinished else { return nil }
            if !state.isFinished, let frame = pending.take() { Self.append(frame, to: &state) }
            return true
        }
    }

    /// Waits for the next picture, so long at most.
    func next(milliseconds: Int) -> Next {
        // The picture leaves the closure by a variable: what a monitor hands on must be copyable.
        var taken: QueuedFrame?
        let state = monitor.wait(milliseconds: milliseconds) { state -> Bool? in
            if let frame = state.frames.popFirst() {
                state.bytes -= frame.packet.size
                taken = consume frame
                return false
            }
            return state.isFinished ? true : nil
        }
        if let frame = taken.take() {
            wakeWaiting()
            return .frame(frame)
        }
        return state == true ? .finished : .none
    }

    /// Says that no more pictures come, or that nobody wants them.
    func finish() { monitor.withLock { $0.isFinished = true } }

    var depth: Depth { monitor.withQuietLock { Depth(frames: $0.frames.count, bytes: $0.bytes) } }

    private func wakeWaiting() { monitor.withLock { _ in } }

    private static func hasRoom(for size: Int, in state: borrowing State, _ byteLimit: Int) -> Bool {
        state.frames.count < capacity && (state.bytes + size <= byteLimit || state.frames.isEmpty)
    }

    private static func append(_ frame: consuming QueuedFrame, to state: inout State) {
        state.bytes += frame.packet.size
        state.frames.append(frame)
    }

    /// What a wait for a picture came to.
    enum Next: ~Copyable {
        case frame(QueuedFrame)
        case none
        case finished
    }
}

/// A picture and what the driver says of it.
struct QueuedFrame: ~Copyable, Sendable {
    let packet: Packet
    let facts: CapturedFrame
}
