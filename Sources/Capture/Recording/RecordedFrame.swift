internal import Synchronization

/// A frame of a running recording, for programs that look at it themselves.
public struct RecordedFrame: Sendable {
    /// What the driver says of it.
    public let facts: CapturedFrame
    /// How it is coded and how large it is.
    public let mode: CaptureMode
    /// Its bytes, as the camera delivered them.
    public let bytes: [UInt8]
}

/// The frames of a running recording for one reader, who may be slow: while it is busy with one frame only the newest
/// others are kept for it, and the rest are left out for it alone.
public struct RecordedFrames: AsyncSequence, Sendable {
    /// Hands out one frame after the other.
    public typealias AsyncIterator = AsyncStream<RecordedFrame>.Iterator

    let stream: AsyncStream<RecordedFrame>
    let feed: FrameFeed

    /// Frames that were left out because the reader was busy.
    public var lateCount: Int64 { feed.late.load(ordering: .relaxed) }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { stream.makeAsyncIterator() }
}

/// The recording's end of ``RecordedFrames``.
final class FrameFeed: Sendable {
    let late = Atomic<Int64>(0)
    let continuation: AsyncStream<RecordedFrame>.Continuation

    init(_ continuation: AsyncStream<RecordedFrame>.Continuation) { self.continuation = continuation }

    /// A sequence and its feed. `limit` frames are kept for a reader that is busy, one at least.
    static func make(limit: Int) -> RecordedFrames {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RecordedFrame.self,
            bufferingPolicy: .bufferingNewest(max(1, limit))
        )
        return RecordedFrames(stream: stream, feed: FrameFeed(continuation))
    }

    func offer(_ frame: RecordedFrame) {
        if case .dropped = continuation.yield(frame) { late.add(1, ordering: .relaxed) }
    }
}
