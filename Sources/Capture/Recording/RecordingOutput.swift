internal import DequeModule
internal import FFmpeg
internal import Files
internal import MediaTime

/// Where the packets of a recording go: into a ring until there is a trigger, then into a file; into one after the other
/// where that is wanted.
///
/// Times are in microseconds since the first frame.
final class RecordingOutput {
    /// Each track's unit.
    private let timeBases: [TimeBase]
    private var layout: MovieLayout
    private let tracks: () -> [Muxer.StreamDescription]
    private let settings: RecordingSettings
    private let metadata: RecordingMetadata
    private let board: RecordingBoard
    /// From one frame to the next, as granted.
    private let interval: Int64
    /// So much earlier than the frames audio may begin: its decoder must warm up.
    private let lead: Int64
    private var segment: RecordingSegment?
    /// Where packets go while no file is written.
    private var ring: PacketRing?
    /// A file that is there before its first packet.
    private var prepared: GrowingFile?
    /// The first instant that the file is to show.
    private var showing: Int64 = 0
    private(set) var finished: [RecordedFile] = []
    /// The instant from which times count, by the monotonic clock.
    var firstFrame = RationalTime.zero
    /// Frames a second, as far as it is known, for the file's metadata.
    var measuredRate: Double?

    /// - Parameters:
    ///   - tracks: of frames, and of audio where there is any, as a file is to have them that is begun now.
    ///   - interval: from one frame to the next, as granted.
    ///   - lead: how much earlier than the frames audio may begin.
    ///   - settings: how the recording is to be made.
    ///   - metadata: what is stored with it.
    ///   - board: is told of the files.
    /// - Throws: ``CaptureError`` where the file cannot be created.
    init(
        tracks: @escaping () -> [Muxer.StreamDescription],
        interval: Int64,
        lead: Int64,
        settings: RecordingSettings,
        metadata: RecordingMetadata,
        board: RecordingBoard
    ) throws(CaptureError) {
        layout = try MovieLayout(path: settings.path, tracks: tracks())
        timeBases = layout.tracks.map(\.timeBase)
        self.tracks = tracks
        self.interval = interval
        self.lead = lead
        self.settings = settings
        self.metadata = metadata
        self.board = board
        ring = makeRing()
        // What the container does not take is said before there is a file.
        do { _ = try layout.header(metadata: []) } catch { throw CaptureError(error) }
        if settings.preRoll == nil { prepared = try create() }
    }

    /// So late at most a trigger is noticed, in microseconds: audio comes in blocks, and a busy machine is slow to look.
    private static let lateness = Int64(MovieLayout.clockRate)

    private func makeRing() -> PacketRing {
        let preRoll = try? settings.preRoll?.ticks(over: MovieLayout.clockRate, rounding: .up)
        let reach = preRoll.map { $0 + Self.lateness } ?? 0
        return PacketRing(reach: reach + interval, byteLimit: settings.preRollSize)
    }

    /// Whether no file is written, and there is a frame that one could begin with.
    var canBegin: Bool { ring?.start(for: 0) != nil }

    /// Adds a packet whose timestamps are in its track's unit.
    func add(_ packet: consuming Packet, track: Int) throws {
        let time = microseconds(packet.pts ?? 0, track)
        if track == 0, isFull(at: packet.dts ?? time) { try rearm() }
        guard ring != nil else {
            try write(packet, track, time)
            return
        }
        let isStart = track == 0 && packet.isKey
        ring?.append(PacketRing.Element(packet: packet, track: track, time: time, isStart: isStart))
        // Without pre-roll a file begins with the first frame.
        if settings.preRoll == nil, track == 0 { try begin(showing: time) }
    }

    /// Begins a file that shows everything from an instant on, as far back as there is anything.
    func begin(showing time: Int64) throws {
        guard let start = ring?.start(for: time), var ring = ring.take() else { return }
        showing = time
        // Audio that is older than the first frame follows it: no file begins with audio.
        var early = UniqueDeque<PacketRing.Element>()
        while let element = ring.next() {
            let isAudio = element.track > 0
            // What a frame before the start refers to is not there.
            guard element.time >= (isAudio ? start - lead : start) else { continue }
            if isAudio, segment == nil {
                early.append(element)
                continue
            }
            try write(element.packet, element.track, element.time)
            while let element = early.popFirst() { try write(element.packet, element.track, element.time) }
        }
    }

    private func rearm() throws {
        try finishFile()
        ring = makeRing()
        // Unless it is to end just now.
        try? board.go(.rearm)
    }

    private func write(_ packet: consuming Packet, _ track: Int, _ time: Int64) throws {
        var segment = try openSegment(with: packet, time)
        let isFlushed: Bool
        do {
            isFlushed = try segment.append(packet, track: track)
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

    /// The file that is being written, begun with the packet, a frame's, where there is none.
    private func openSegment(with packet: borrowing Packet, _ time: Int64) throws -> RecordingSegment {
        if let segment = segment.take() { return segment }
        let empty: GrowingFile
        if let prepared = prepared.take() { empty = prepared } else { empty = try create() }
        layout.tracks = tracks()
        let file = try RecordingFile.begin(
            empty,
            layout: layout,
            metadata: metadata.entries(measured: nil, added: board.tags)
        )
        board.tell(.began(path: file.path))
        return RecordingSegment(
            file,
            timeBases: timeBases,
            interval: interval,
            origin: (packet.dts ?? time) - lead,
            showing: showing,
            clock: firstFrame
        )
    }

    /// Removes a file that has no packet.
    func abandon() {
        if let empty = prepared.take() { empty.discard() }
    }

    /// Ends the file that is being written.
    func finishFile() throws {
        abandon()
        guard let segment = segment.take() else { return }
        var (record, failure) = segment.finish(
            metadata: metadata.entries(measured: measuredRate, added: board.tags),
            marks: board.marks
        )
        record.bytes = FileBytes.size(ofFileAt: record.path) ?? 0
        finished.append(record)
        board.tell(.finished(record))
        if let failure { throw failure }
    }

    /// Whether a frame at an instant would make the file longer than it may be.
    func isFull(at time: Int64) -> Bool {
        guard let limit = settings.limits.duration, let start = segment?.shownStart else { return false }
        return RationalTime(time - start, MovieLayout.clockRate) >= limit
    }

    private func create() throws(CaptureError) -> GrowingFile {
        do {
            let path = settings.path(ofFile: finished.count + 1)
            return try GrowingFile.create(path: path, overwrites: settings.overwrites)
        } catch {
            throw CaptureError(error)
        }
    }

    private func microseconds(_ ticks: Int64, _ track: Int) -> Int64 {
        let unit = timeBases[track]
        let scaled = Int128(ticks) * Int128(unit.numerator) * Int128(MovieLayout.clockRate)
        return Int64(scaled / Int128(unit.denominator))
    }
}
