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
    let timeBases: [TimeBase]
    private var layout: MovieLayout
    private let tracks: () -> [Muxer.StreamDescription]
    let settings: RecordingSettings
    private let metadata: RecordingMetadata
    /// Its place among cameras that are recorded together.
    private let member: RecorderGroup.Member?
    /// The start of the file as the others know it.
    private var noted: RationalTime?
    private let status: RecordingStatus
    private let requests: RecordingRequests
    /// From one frame to the next, as granted.
    private let interval: Int64
    /// How much earlier than the first frame audio may begin, in microseconds: an audio decoder needs some packets before
    /// its output is right.
    let lead: Int64
    var stage = Stage.finished
    /// Whether the file of a trigger is full, and only the audio of its last frames is waited for.
    private(set) var isEnding = false
    /// Until when the file goes on in spite of the limit of duration, in microseconds since the first frame.
    private var extended: Int64?

    /// The trigger of the file that is begun next, or is written, by the camera's clock; `nil` where there is none.
    var trigger: RationalTime?

    /// What becomes of a packet.
    enum Stage: ~Copyable {
        /// It is kept in memory until a file begins. A continuous recording has its file already, which is empty.
        case waiting(PacketRing, empty: GrowingFile?)
        /// It is written to a file.
        case writing(RecordingSegment)
        /// The next file is to begin with what is kept in memory, as soon as all that belongs to this one has come.
        case turning(RecordingSegment, PacketRing, at: Int64)
        /// There are no more packets.
        case finished
    }
    private(set) var finished: [RecordedFile] = []
    /// The newest frame, in microseconds since the first.
    var newestFrame: Int64?
    /// The newest audio packets, of which the next file may need some.
    var recentAudio = UniqueDeque<PacketRing.Element>()
    /// Audio for which the next file is due, and of which it is not known yet to which file it belongs.
    var heldAudio = UniqueDeque<PacketRing.Element>()
    /// When the first file began, in microseconds since the first frame.
    var firstStart: Int64?
    /// Of the next file of a series; `nil` before the first.
    private var number: Int?
    /// How the files are named where they are no series.
    private var names: RecordingNames
    /// The instant from which times count, by the monotonic clock.
    var firstFrame = RationalTime.zero
    /// How much the recording may still take.
    var budget: SizeBudget
    /// Frames a second, as far as it is known, for the file's metadata.
    var measuredRate: Double?

    /// - Parameters:
    ///   - tracks: of frames, and of audio where there is any, as a file is to have them that is begun now.
    ///   - interval: from one frame to the next, as granted.
    ///   - lead: how much earlier than the frames audio may begin.
    ///   - settings: how the recording is to be made.
    ///   - metadata: what is stored with it.
    ///   - member: its place among cameras that are recorded together; `nil` for one alone.
    ///   - status: gets the events and figures of the files.
    ///   - requests: has the marks and the metadata that came meanwhile.
    /// - Throws: ``CaptureError`` where the file cannot be created.
    init(
        tracks: @escaping () -> [Muxer.StreamDescription],
        interval: Int64,
        lead: Int64,
        settings: RecordingSettings,
        metadata: RecordingMetadata,
        member: RecorderGroup.Member? = nil,
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
        budget = SizeBudget(settings.limits.size, hasAudio: layout.tracks.count > 1)
        // What the container does not take is said before there is a file.
        do { _ = try layout.header(metadata: []) } catch { throw CaptureError(error) }
        let isAwaited = settings.start.preRoll != nil
        do throws(OutputFileError) {
            if settings.pattern == nil { try names.check() }
            // What keeps a file from being created is said now, and not when its moment has come.
            if isAwaited { try checkPlace() }
        } catch {
            throw CaptureError(error)
        }
        stage = .waiting(makeRing(), empty: isAwaited ? nil : try create(at: WallClock.nanoseconds))
        names.begin()
    }

    /// Checks that the file of a trigger that came now could be created.
    private func checkPlace() throws(OutputFileError) {
        if let pattern = settings.pattern { return try SeriesNames.check(pattern) }
        var trial = names
        try trial.create().discard()
    }

    /// The stage, which is to be put back.
    func takeStage() -> Stage {
        var taken = Stage.finished
        swap(&stage, &taken)
        return taken
    }

    /// How late a trigger may be noticed, in microseconds. Audio comes in blocks, and a busy machine looks at it late.
    static let lateness = Int64(MovieLayout.clockRate)

    private func makeRing() -> PacketRing {
        let preRoll = try? settings.start.preRoll?.ticks(over: MovieLayout.clockRate, rounding: .up)
        let reach = preRoll.map { $0 + Self.lateness } ?? 0
        return PacketRing(reach: reach + interval, byteLimit: settings.preRollSize)
    }

    /// Whether a file is written.
    var isWriting: Bool {
        switch takeStage() {
        case .waiting(let ring, let empty):
            stage = .waiting(ring, empty: empty)
            return false
        case .writing(let segment):
            stage = .writing(segment)
            return true
        case .turning(let segment, let ring, let time):
            stage = .turning(segment, ring, at: time)
            return !isEnding
        case .finished:
            return false
        }
    }

    /// Whether no file is written, and there is a frame that one could begin with.
    var canBegin: Bool {
        switch takeStage() {
        case .waiting(let ring, let empty):
            let hasStart = ring.start(for: 0) != nil
            stage = .waiting(ring, empty: empty)
            return hasStart
        case .writing(let segment):
            stage = .writing(segment)
            return false
        case .turning(let segment, let ring, let time):
            stage = .turning(segment, ring, at: time)
            return false
        case .finished:
            return false
        }
    }

    /// Adds a packet whose timestamps are in its track's unit.
    func add(_ packet: consuming Packet, track: Int) throws {
        let time = microseconds(packet.pts ?? 0, track)
        let isStart = track == 0 && packet.isKey
        if track == 0 { budget.addFrame(packet.size) }
        try add(PacketRing.Element(packet: packet, track: track, time: time, isStart: isStart))
    }

    private func add(_ element: consuming PacketRing.Element) throws {
        // What was kept may reach beyond the file, where its trigger was noticed late.
        if element.track == 0, !isEnding, isFull(at: element.packet.dts ?? element.time) { try endFile() }
        switch takeStage() {
        case .waiting(var ring, let empty):
            let (track, time) = (element.track, element.time)
            ring.append(element)
            stage = .waiting(ring, empty: empty)
            // A continuous recording begins with the first frame.
            if settings.start == .continuous, track == 0 { try begin(showing: time) }
        case .writing(let segment):
            if let due = turn(of: segment) {
                try take(element, writing: segment, due: due)
            } else {
                let track = element.track
                try write(element.packet, track, to: segment)
            }
        case .turning(let segment, let ring, let start):
            try take(element, turning: segment, ring, at: start)
        case .finished:
            break
        }
    }

    /// Begins a file that shows everything from an instant on, as far back as there is anything.
    func begin(showing time: Int64) throws {
        switch takeStage() {
        case .waiting(var ring, let empty):
            guard let start = ring.start(for: time) else {
                stage = .waiting(ring, empty: empty)
                return
            }
            // What a frame before the start refers to is not there. Audio that is older than the first frame follows it: no
            // file begins with audio.
            var early = UniqueDeque<PacketRing.Element>()
            var first: PacketRing.Element?
            while first == nil, let element = ring.next() {
                let isAudio = element.track > 0
                guard element.time >= (isAudio ? start - lead : start) else { continue }
                if isAudio { early.append(element) } else { first = consume element }
            }
            guard let first = first.take() else { return }
            stage = .writing(try open(empty, with: first.packet, time: first.time, showing: time))
            // What is kept may reach beyond the next turn.
            try add(first)
            while let element = early.popFirst() { try add(element) }
            while let element = ring.next() {
                guard element.time >= (element.track > 0 ? start - lead : start) else { continue }
                try add(element)
            }
        case .writing(let segment):
            stage = .writing(segment)
        case .turning(let segment, let ring, let time):
            stage = .turning(segment, ring, at: time)
        case .finished:
            break
        }
    }

    /// Finishes a file that is full, and waits for the next trigger where that makes another one.
    private func endFile() throws {
        guard settings.start.makesSegments else {
            try finishFile()
            return status.requestEnd(.duration)
        }
        guard timeBases.count > 1, let end, case .writing(let segment) = takeWriting() else {
            try finishFile()
            return rearm(with: makeRing())
        }
        // The audio of its last frames is still to come.
        stage = .turning(segment, makeRing(), at: end)
        isEnding = true
    }

    /// The stage where a file is written; any other stays.
    private func takeWriting() -> Stage {
        let taken = takeStage()
        switch consume taken {
        case .writing(let segment): return .writing(segment)
        case .turning(let segment, let ring, let time): stage = .turning(segment, ring, at: time)
        case .waiting(let ring, let empty): stage = .waiting(ring, empty: empty)
        case .finished: break
        }
        return .finished
    }

    /// Waits for the next trigger, with what the next file may begin with.
    func rearm(with ring: consuming PacketRing) {
        stage = .waiting(ring, empty: nil)
        isEnding = false
        extended = nil
        // It cannot, where the recording is being ended at the same time.
        try? status.go(.rearm)
    }

    func write(_ element: consuming PacketRing.Element) throws {
        let track = element.track
        guard case .writing(let segment) = takeStage() else { return }
        try write(element.packet, track, to: segment)
    }

    /// Adds a packet to a file. The file is the stage again when this returns, and when it throws.
    func write(_ packet: consuming Packet, _ track: Int, to segment: consuming RecordingSegment) throws {
        if let limit = budget.limit, budget.refuses(packet.size, isFrame: track == 0, in: segment) {
            let isEmpty = segment.isEmpty
            stage = .writing(segment)
            guard track == 0 else { return }
            budget.close()
            if isEmpty { throw CaptureError(.settings, "a file of \(limit) bytes has no room for a frame") }
            return status.requestEnd(.size)
        }
        let isFlushed: Bool
        do {
            isFlushed = try segment.append(packet, track: track)
        } catch {
            stage = .writing(segment)
            throw error
        }
        let (record, size) = (segment.record, segment.expectedSize)
        let freeSpace = isFlushed ? segment.freeSpace : nil
        stage = .writing(segment)
        if let member, record.frames > 0, record.start != noted {
            noted = record.start
            member.note(path: record.path, start: record.start)
        }
        status.update { figures in
            figures.elapsed = record.duration
            figures.bytes = size
            figures.frames = record.frames
            if isFlushed { figures.freeSpace = freeSpace }
        }
        if budget.fills(size) { status.requestEnd(.size) }
        if let limit = settings.limits.freeSpace, let freeSpace, freeSpace <= limit { status.requestEnd(.space) }
    }

    /// Begins a file with a frame's packet.
    ///
    /// - Parameters:
    ///   - empty: the file, where it was created before.
    ///   - packet: the first packet that the file is to have.
    ///   - time: of that packet, in microseconds since the first frame.
    ///   - showing: the first instant that the file is to show, likewise.
    /// - Returns: the file, without that packet.
    /// - Throws: what keeps the file from being created or its header from being written.
    private func open(
        _ empty: consuming GrowingFile?,
        with packet: borrowing Packet,
        time: Int64,
        showing: Int64
    ) throws -> RecordingSegment {
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

    /// Ends the recording's output, and removes a file that has no packet.
    func abandon() {
        guard case .waiting(_, var empty) = takeStage() else { return }
        if let empty = empty.take() { empty.discard() }
    }

    /// Ends the file that is being written; one that has no packet is removed.
    func finishFile() throws {
        while try turnNow() {}
        try release(before: .max)
        try finishFile(until: nil)
    }

    /// - Parameter next: when the frame is shown that the next file begins with; `nil` where there is none.
    /// - Throws: what keeps the file from being written to its end.
    func finishFile(until next: Int64?) throws {
        switch takeStage() {
        case .waiting(_, var empty):
            if let empty = empty.take() { empty.discard() }
        case .writing(let segment):
            let (start, duration) = (segment.start, segment.record.duration)
            let path = segment.record.path
            let offset = member?.offset(start: start.monotonic)
            var (record, failure) = segment.finish(
                metadata: entries(of: path, start: start, duration: duration, measured: measuredRate, offset: offset),
                marks: requests.marks,
                next: next
            )
            record.offset = offset
            record.bytes = FileBytes.size(ofFileAt: record.path) ?? 0
            finished.append(record)
            status.tell(.finished(record))
            try checkTrigger(of: record)
            if let failure { throw failure }
        case .turning(let segment, let ring, let time):
            stage = .turning(segment, ring, at: time)
        case .finished:
            break
        }
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

    /// Whether a frame at an instant would make the file longer than it may be.
    func isFull(at time: Int64) -> Bool { end.map { time >= $0 } ?? false }

    /// Has the file that is written go on until an instant at least, in microseconds since the first frame.
    func extend(until time: Int64) { extended = max(extended ?? time, time) }

    /// Where the recording, or the file of a trigger, ends by the limit of duration, in microseconds since the first frame.
    var end: Int64? {
        guard let start = firstStart ?? shownStart, let limit = settings.limits.duration,
            let duration = try? limit.ticks(over: MovieLayout.clockRate, rounding: .up)
        else { return nil }
        return max(start + duration, extended ?? .min)
    }

    /// The instant of the first frame that the file shows; `nil` while there is none.
    var shownStart: Int64? {
        switch takeStage() {
        case .waiting(let ring, let empty):
            stage = .waiting(ring, empty: empty)
            return nil
        case .writing(let segment):
            let start = segment.shownStart
            stage = .writing(segment)
            return start
        case .turning(let segment, let ring, let time):
            let start = segment.shownStart
            stage = .turning(segment, ring, at: time)
            return start
        case .finished:
            return nil
        }
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

    private func microseconds(_ ticks: Int64, _ track: Int) -> Int64 {
        let unit = timeBases[track]
        let scaled = Int128(ticks) * Int128(unit.numerator) * Int128(MovieLayout.clockRate)
        return Int64(scaled / Int128(unit.denominator))
    }
}
