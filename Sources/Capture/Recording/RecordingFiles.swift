internal import FFmpeg
internal import Files
internal import MediaTime

/// Makes the files of a recording, one after the other: names each, begins it with what it is to tell, and ends it with an
/// account of what is in it.
final class RecordingFiles {
    /// Each track's unit.
    let timeBases: [TimeBase]
    /// From one frame to the next, as granted, in microseconds.
    let interval: Int64
    /// How much earlier than its first frame a file's audio may begin, in microseconds: an audio decoder needs some packets
    /// before its output is right.
    let lead: Int64
    private var layout: MovieLayout
    private let tracks: () -> [Muxer.StreamDescription]
    private let settings: RecordingSettings
    private let metadata: RecordingMetadata
    /// Its place among cameras that are recorded together.
    private let member: RecorderGroup.Member?
    private let status: RecordingStatus
    private let requests: RecordingRequests
    /// Of the next file of a series; `nil` before the first.
    private var number: Int?
    /// How the files are named where they are no series.
    private var names: RecordingNames
    /// A file that was created before there was a packet for it.
    private var empty: GrowingFile?
    /// The start of the file as the others know it.
    private var noted: RationalTime?

    /// The instant from which times count, by the monotonic clock.
    var firstFrame = RationalTime.zero
    /// Frames a second until now, as far as it is known, for the files' metadata.
    var measuredRate: () -> Double? = { nil }
    /// The trigger of the file that is begun next, or is written, by the camera's clock; `nil` where there is none.
    var trigger: RationalTime?
    private(set) var finished: [RecordedFile] = []
    /// What is to be said of the first file that was not where it ought to be when it was finished. Those after it are recorded all the same.
    private(set) var displaced: CaptureError?

    /// - Parameters:
    ///   - tracks: of frames, and of audio where there is any, as a file is to have them that is begun now.
    ///   - interval: from one frame to the next, as granted, in microseconds.
    ///   - lead: how much earlier than its first frame a file's audio may begin, in microseconds.
    ///   - settings: how the recording is to be made.
    ///   - metadata: what is stored with it.
    ///   - member: its place among cameras that are recorded together; `nil` for one alone.
    ///   - status: gets the events of the files.
    ///   - requests: has the marks and the metadata that came meanwhile.
    /// - Throws: ``CaptureError`` where the container does not take the tracks.
    init(
        tracks: @escaping () -> [Muxer.StreamDescription],
        interval: Int64,
        lead: Int64,
        settings: RecordingSettings,
        metadata: RecordingMetadata,
        member: RecorderGroup.Member?,
        status: RecordingStatus,
        requests: RecordingRequests
    ) throws(CaptureError) {
        layout = try MovieLayout(path: settings.path, tracks: tracks())
        timeBases = layout.tracks.map(\.timeBase)
        self.tracks = tracks
        self.interval = interval
        self.lead = lead
        self.settings = settings
        self.metadata = metadata
        self.member = member
        self.status = status
        self.requests = requests
        names = RecordingNames(settings)
        // What the container does not take is said before there is a file.
        do { _ = try layout.header(metadata: []) } catch { throw CaptureError(error) }
    }

    var hasAudio: Bool { timeBases.count > 1 }

    /// Checks that files can be created, and creates the first one of a recording that waits for no trigger.
    ///
    /// - Throws: ``CaptureError`` where they cannot.
    func prepare() throws(CaptureError) {
        let isAwaited = settings.start.preRoll != nil
        do throws(OutputFileError) {
            if settings.pattern == nil { try names.check() }
            // What keeps a file from being created is said now, and not when its moment has come.
            if isAwaited { try checkPlace() }
        } catch {
            throw CaptureError(error)
        }
        if !isAwaited { empty = try create(at: WallClock.nanoseconds) }
        names.begin()
    }

    /// Checks that the file of a trigger that came now could be created.
    private func checkPlace() throws(OutputFileError) {
        if let pattern = settings.pattern { return try SeriesNames.check(pattern) }
        var trial = names
        try trial.create().discard()
    }

    /// Creates the file that begins at a time of day, in nanoseconds since 1970.
    private func create(at time: Int64) throws(CaptureError) -> GrowingFile {
        do {
            if let pattern = settings.pattern { return try SeriesNames.create(pattern, at: time, number: &number) }
            let wanted = names.next
            let file = try names.create()
            if file.path != wanted { status.note("\(wanted) is taken: the recording goes on in \(file.path)") }
            return file
        } catch {
            throw CaptureError(error)
        }
    }

    /// Removes the file that has no packet.
    func abandon() {
        if let empty = empty.take() { empty.discard() }
    }

    /// Begins a file with a frame's packet.
    ///
    /// - Parameters:
    ///   - packet: the first packet that the file is to have.
    ///   - time: of that packet, in microseconds since the first frame.
    ///   - showing: the first instant that the file is to show, likewise.
    /// - Returns: the file, without that packet.
    /// - Throws: what keeps the file from being created or its header from being written.
    func begin(with packet: borrowing Packet, time: Int64, showing: Int64) throws -> RecordingSegment {
        let start = FileStart(at: try firstFrame + RationalTime(time, MovieLayout.clockRate))
        let file: GrowingFile
        if let empty = empty.take() { file = empty } else { file = try create(at: start.nanoseconds) }
        layout.tracks = tracks()
        let entries = entries(of: file.path, start: start, measured: nil)
        let recording = try RecordingFile.begin(file, layout: layout, metadata: entries)
        status.tell(.began(path: recording.path))
        return RecordingSegment(
            recording,
            timeBases: timeBases,
            interval: interval,
            origin: (packet.dts ?? time) - lead,
            showing: showing,
            clock: firstFrame,
            start: start
        )
    }

    /// Tells the other cameras of a file that shows its first frame.
    func announce(_ record: RecordedFile) {
        guard let member, record.frames > 0, record.start != noted else { return }
        noted = record.start
        member.note(path: record.path, start: record.start)
    }

    /// Ends a file.
    ///
    /// - Parameters:
    ///   - segment: what was written.
    ///   - next: when the frame is shown that the next file begins with, in microseconds since the first frame; `nil` where
    ///     there is none.
    ///   - isLast: whether the recording is over: no frames come that would be lost while another camera's file is waited for.
    /// - Throws: what keeps the file from being written to its end.
    func finish(_ segment: RecordingSegment, until next: Int64?, isLast: Bool) throws {
        let (start, duration) = (segment.start, segment.record.duration)
        let offset = member?.offset(start: start.monotonic, waits: isLast)
        let (written, failure) = segment.finish(
            metadata: entries(
                of: segment.record.path,
                start: start,
                duration: duration,
                measured: measuredRate(),
                offset: offset
            ),
            marks: requests.marks,
            next: next,
            isLast: isLast
        )
        guard var record = written else {
            status.forgetFile()
            guard let displaced = failure as? DisplacedFile else {
                if let failure { throw failure }
                return
            }
            return note(displaced)
        }
        record.offset = offset
        record.bytes = FileBytes.size(ofFileAt: record.path) ?? 0
        finished.append(record)
        status.tell(.finished(record))
        try checkTrigger(of: record)
        if let failure { throw failure }
    }

    private func note(_ file: DisplacedFile) {
        let fault = CaptureError(.writing, "\(file.path) was removed, renamed or replaced while it was recorded")
        if displaced == nil { displaced = fault } else { status.note(fault.message) }
    }

    /// Says where a file ends before the trigger that it was begun for: by its size, or for want of space.
    private func checkTrigger(of record: RecordedFile) throws {
        guard let trigger, record.frames > 0 else { return }
        let early = try trigger - (record.start + record.duration)
        guard early > .zero else { return }
        let seconds = (early.seconds * 100).rounded(.up) / 100
        status.note(
            "\(record.path) ends \(seconds) s before its trigger: what comes before that has taken all the room"
        )
    }

    private func entries(
        of path: String,
        start: FileStart,
        duration: RationalTime? = nil,
        measured: Double?,
        offset: FileOffset? = nil
    ) -> [MetadataEntry] {
        let own = settings.pattern.map { SeriesOwnership.tags($0, path: path) } ?? []
        return metadata.entries(
            start: start,
            duration: duration,
            measured: measured,
            offset: offset,
            changes: requests.changes,
            added: requests.tags + own
        )
    }
}
