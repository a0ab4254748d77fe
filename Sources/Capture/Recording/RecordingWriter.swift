internal import FFmpeg
internal import Files
internal import MediaTime

/// The writer's thread: takes pictures from the queue, has them encoded or copied, and puts them into a file.
///
/// `@unchecked Sendable`: made by the thread that starts the recording, used by the writer's alone from then on.
final class RecordingWriter: @unchecked Sendable {
    private let settings: RecordingSettings
    private let mode: CaptureMode
    private let metadata: RecordingMetadata
    private let coder: any PictureCoder
    private let layout: MovieLayout
    private let queue: FrameQueue
    private let board: RecordingBoard
    private var file: RecordingFile?
    private var segment: RecordingSegment?
    private var log: LossLog?
    /// The instant of the first picture, from which packets' times count.
    private var first: RationalTime?
    private var last: RationalTime?
    private var taken: Int64 = 0
    private var finished: [RecordedFile] = []

    /// - Throws: ``CaptureError`` where the file cannot be created.
    init(
        settings: RecordingSettings,
        mode: CaptureMode,
        metadata: RecordingMetadata,
        coder: any PictureCoder,
        queue: FrameQueue,
        board: RecordingBoard
    ) throws(CaptureError) {
        self.settings = settings
        self.mode = mode
        self.metadata = metadata
        self.coder = coder
        self.queue = queue
        self.board = board
        layout = try MovieLayout(path: settings.path, tracks: [coder.track])
        do {
            file = try RecordingFile.create(
                path: settings.path,
                overwrites: settings.overwrites,
                layout: layout,
                metadata: metadata.entries(measured: nil)
            )
            log = try settings.logPath.map { path throws(OutputFileError) in
                try LossLog.create(path: path, overwrites: settings.overwrites)
            }
        } catch {
            throw CaptureError(anything: error)
        }
    }

    /// Works until the queue ends, and finishes the file whatever happened.
    func run() {
        do {
            try takeAll()
        } catch {
            fail(error)
        }
        queue.finish()
        do {
            try coder.finish { try self.append($0) }
        } catch {
            fail(error)
        }
        do {
            try finishSegment()
            try writeLosses()
        } catch {
            fail(error)
        }
    }

    /// The files, and pictures a second by their timestamps.
    var result: (files: [RecordedFile], measuredRate: Double?) { (finished, measuredRate) }

    private func takeAll() throws {
        while true {
            switch queue.next(milliseconds: 100) {
            case .frame(let frame):
                try take(frame)
            case .none:
                break
            case .finished:
                return
            }
            try writeLosses()
        }
    }

    private func take(_ frame: consuming QueuedFrame) throws {
        let timestamp = frame.facts.timestamp
        let origin = first ?? timestamp
        if let limit = settings.limits.duration, try timestamp - origin >= limit {
            board.requestEnd(.duration)
            return
        }
        first = origin
        last = timestamp
        taken += 1
        let time = try (timestamp - origin).ticks(over: MovieLayout.clockRate, rounding: .nearest)
        let depth = queue.depth
        try coder.take(frame, at: time, backlog: depth) { try self.append($0) }
        board.update { $0.queued = depth.frames }
    }

    private func append(_ packet: consuming Packet) throws {
        var segment = try openSegment(at: packet.pts ?? 0)
        let isFlushed: Bool
        do {
            isFlushed = try segment.append(packet)
        } catch {
            self.segment = consume segment
            throw error
        }
        let (record, size) = (segment.record, segment.expectedSize)
        let freeSpace = isFlushed ? segment.freeSpace : nil
        self.segment = consume segment
        board.update { figures in
            figures.elapsed = record.duration
            figures.bytes = size
            figures.frames = record.frames
            if isFlushed { figures.freeSpace = freeSpace }
        }
        if let limit = settings.limits.size, size >= limit { board.requestEnd(.size) }
        if let limit = settings.limits.freeSpace, let freeSpace, freeSpace <= limit { board.requestEnd(.space) }
    }

    /// The file that is being written, begun with the packet's picture where there is none.
    private func openSegment(at time: Int64) throws -> RecordingSegment {
        if let segment = segment.take() { return segment }
        guard let file = file.take(), let first else {
            throw CaptureError(.misuse, "the recording has ended")
        }
        board.tell(.began(path: file.path))
        return RecordingSegment(
            file,
            timeBase: coder.track.timeBase,
            interval: try mode.frameDuration.ticks(over: MovieLayout.clockRate, rounding: .nearest),
            first: time,
            reorderDelay: coder.reorderDelay,
            start: try first + RationalTime(time, MovieLayout.clockRate)
        )
    }

    private func finishSegment() throws {
        if let empty = file.take() { empty.discard() }
        guard let segment = segment.take() else { return }
        var record = segment.record
        defer {
            record.bytes = FileBytes.size(ofFileAt: record.path) ?? 0
            finished.append(record)
            board.tell(.finished(record))
        }
        record = try segment.finish(metadata: metadata.entries(measured: measuredRate))
    }

    private func writeLosses() throws {
        let losses = board.takeLosses()
        for loss in losses { try log?.append(loss, since: first) }
    }

    private var measuredRate: Double? {
        guard let first, let last, taken > 1, let span = try? last - first, span > .zero else { return nil }
        return Double(taken - 1) / span.seconds
    }

    private func fail(_ error: any Error) {
        let failure = CaptureError(anything: error)
        board.requestEnd(failure.isOutOfSpace ? .space : .error, failure: failure)
        queue.finish()
    }
}
