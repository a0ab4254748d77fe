internal import FFmpeg
package import MediaTime
internal import Pipeline
internal import Synchronization

/// Records a camera to a file: every picture that it delivers, at its own instant, and an account of those that it does
/// not.
///
/// A recorder makes one recording after the other; ``start()`` begins one, ``stop(_:)`` and limits end it, and
/// ``finish()`` waits for its file. All may be called from any thread.
public final class Recorder: Sendable {
    private let camera: CameraBox
    private let requested: FrameRate?
    private let settings: RecordingSettings
    private let isLive: Bool
    private let board = RecordingBoard()
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let workers: WorkerGroup
        let writer: RecordingWriter
    }

    /// A recorder of an opened camera.
    ///
    /// - Parameters:
    ///   - stream: the camera, which nobody else uses from now on.
    ///   - requested: the rate that was asked for.
    ///   - isLive: pictures come when they are taken. Of a camera that waits none is lost for want of room.
    package init(_ stream: any CaptureStream, requested: FrameRate?, settings: RecordingSettings, isLive: Bool = true) {
        camera = CameraBox(stream: stream)
        self.requested = requested
        self.settings = settings
        self.isLive = isLive
    }

    /// What it is doing.
    public var state: RecordingState { board.state }

    /// How the recording goes.
    public var figures: RecordingFigures { board.figures }

    /// What happens from now on, until the recording is finished.
    public func events() -> AsyncStream<RecordingEvent> { board.events() }

    /// Begins to record.
    ///
    /// - Throws: ``CaptureError``: `.misuse` while a recording is made, and whatever keeps the file from being created or
    ///   the camera from delivering.
    public func start() throws(CaptureError) {
        try board.go(.start)
        do {
            let stream = camera.stream
            let queue = FrameQueue(byteLimit: settings.bufferSize)
            let reader = try FrameReader(stream: stream, queue: queue, board: board, isLive: isLive)
            let writer = try RecordingWriter(
                settings: settings,
                mode: stream.mode,
                metadata: RecordingMetadata(
                    device: stream.device,
                    mode: stream.mode,
                    requested: requested,
                    tags: settings.metadata
                ),
                coder: try PictureCopier(mode: stream.mode),
                queue: queue,
                board: board
            )
            try stream.start()
            try board.go(.begin)
            let workers = WorkerGroup()
            workers.start { reader.run() }
            workers.start { writer.run() }
            running.withLock { $0 = Running(workers: workers, writer: writer) }
        } catch {
            try board.go(.fail)
            throw error
        }
    }

    /// Ends the recording; ``finish()`` waits until it is written. The first reason counts; without a recording nothing
    /// happens.
    public func stop(_ reason: RecordingEnd = .key) { board.requestEnd(reason) }

    /// Waits for the end of the recording, calling a body every tenth of a second meanwhile.
    ///
    /// - Throws: ``CaptureError`` `.misuse` where no recording was started. What went wrong in the recording itself is in
    ///   the summary.
    public func finish(meanwhile body: () -> Void = {}) throws(CaptureError) -> RecordingSummary {
        guard let recording = running.withLock({ $0.take() }) else {
            throw CaptureError(.misuse, "there is no recording to wait for")
        }
        do {
            try recording.workers.join(meanwhile: body)
        } catch {
            board.requestEnd(.error, failure: CaptureError(anything: error))
        }
        let result = recording.writer.result
        var summary = RecordingSummary(
            device: camera.stream.device,
            requested: requested,
            granted: camera.stream.mode,
            end: board.end ?? .error
        )
        summary.files = result.files
        summary.measuredRate = result.measuredRate
        summary.lost = board.figures.lost
        summary.failure = board.failure
        summary.notes = board.notes
        try board.go(summary.end == .error ? .fail : .finish)
        board.finishEvents()
        return summary
    }
}

/// A camera on its way to the device's thread.
///
/// `@unchecked Sendable`: what a camera is and what it granted never changes; the rest is used by the thread that starts
/// a recording, and then by the device's thread until that ends.
private final class CameraBox: @unchecked Sendable {
    let stream: any CaptureStream
    init(stream: any CaptureStream) { self.stream = stream }
}
