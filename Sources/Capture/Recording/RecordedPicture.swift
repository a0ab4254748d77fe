internal import FFmpeg
internal import Synchronization

/// A picture of a running recording, for programs that look at it themselves.
public struct RecordedPicture: Sendable {
    /// What the driver says of it.
    public let facts: CapturedFrame
    /// How it is coded and how large it is.
    public let mode: CaptureMode
    /// Its bytes, as the camera delivered them.
    public let bytes: [UInt8]
}

/// The pictures of a running recording for one reader, who may be slow: while it is busy with one picture only the newest
/// others are kept for it, and the rest are left out for it alone.
public struct RecordedPictures: AsyncSequence, Sendable {
    /// Hands out one picture after the other.
    public typealias AsyncIterator = AsyncStream<RecordedPicture>.Iterator

    let stream: AsyncStream<RecordedPicture>
    let feed: PictureFeed

    /// Pictures that were left out because the reader was busy.
    public var lateCount: Int64 { feed.late.load(ordering: .relaxed) }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { stream.makeAsyncIterator() }
}

/// The recording's end of ``RecordedPictures``.
final class PictureFeed: Sendable {
    let late = Atomic<Int64>(0)
    let continuation: AsyncStream<RecordedPicture>.Continuation

    init(_ continuation: AsyncStream<RecordedPicture>.Continuation) { self.continuation = continuation }

    /// A reader's end and ours, for a reader that may be so many pictures behind.
    static func make(limit: Int) -> RecordedPictures {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RecordedPicture.self,
            bufferingPolicy: .bufferingNewest(limit)
        )
        return RecordedPictures(stream: stream, feed: PictureFeed(continuation))
    }

    func offer(_ picture: RecordedPicture) {
        if case .dropped = continuation.yield(picture) { late.add(1, ordering: .relaxed) }
    }
}
