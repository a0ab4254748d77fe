internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Where the packets of a recording go: into a ring until there is a trigger, then into a file; into one after the other
/// where that is wanted.
///
/// Times are in microseconds since the first frame.
final class RecordingOutput {
    let files: RecordingFiles
    let settings: RecordingSettings
    private let status: RecordingStatus

    /// What becomes of a packet.
    enum Stage {
        /// It is kept in memory until a file begins.
        case waiting(PacketRing)
        /// It is written to a file.
        case writing(RecordingSegment)
        /// The next file is to begin with what is kept in memory, as soon as all that belongs to this one has come.
        case turning(RecordingSegment, PacketRing, at: Int64)
        /// There are no more packets.
        case finished
    }
    var stage = Stage.finished
    /// Whether the file of a trigger is full, and only the audio of its last frames is waited for.
    private(set) var isEnding = false
    /// Until when the file goes on in spite of the limit of duration.
    private var extended: Int64?
    /// Where each trigger makes a file: what the next one needs of this one, if it is to begin where this one ends.
    private var following: PacketRing?
    /// When the file before ended: the next one shows nothing earlier.
    private(set) var earliest: Int64 = 0
    /// What was let go of before the newest file began: ``PacketRing/newestDropped``.
    private(set) var newestDropped: Int64?
    /// The newest frame.
    var newestFrame: Int64?
    /// The newest audio packets, of which the next file may need some.
    var recentAudio = UniqueDeque<PacketRing.Element>()
    /// Audio for which the next file is due, and of which it is not known yet to which file it belongs.
    var heldAudio = UniqueDeque<PacketRing.Element>()
    /// Whether audio is still to come.
    private var expectsAudio: Bool
    /// Whether none comes for now, so that no file waits for it.
    var isAudioStalled = false
    /// Whether a file is to wait for the audio of its last frames.
    var awaitsAudio: Bool { expectsAudio && !isAudioStalled }
    /// When the first frame is shown that was given to the coder, which may hold it back.
    var firstCoded: Int64?
    /// When the first file began.
    var firstStart: Int64?
    /// How much the recording may still take.
    var budget: SizeBudget
    private var space: SpaceBudget
    /// Why no more frames are taken, though there may be some: the file, or the disk, has no room for them.
    private(set) var fullness: RecordingEnd?
    /// When the first frame that a file could begin with is shown; `nil` before there is one.
    private(set) var firstStartable: Int64?

    /// - Parameters:
    ///   - files: where the packets go.
    ///   - settings: how the recording is to be made.
    ///   - status: gets the figures of the files.
    /// - Throws: ``CaptureError`` where a file cannot be created.
    init(_ files: RecordingFiles, settings: RecordingSettings, status: RecordingStatus) throws(CaptureError) {
        self.files = files
        self.settings = settings
        self.status = status
        expectsAudio = files.hasAudio
        budget = SizeBudget(settings.limits.size, hasAudio: files.hasAudio)
        space = SpaceBudget(settings.limits.freeSpace)
        try files.prepare()
        stage = .waiting(makeRing())
    }

    /// How late a trigger may be noticed. Audio comes in blocks, and a busy machine looks at it late.
    static let lateness = Int64(MovieLayout.clockRate)

    /// How many frames an encoder shows later than others that it gives after them, at most.
    private static let longestDelay: Int64 = 16

    private func makeRing() -> PacketRing { makeRing(reach: reach, byteLimit: settings.preRollSize) }

    func makeRing(reach: Int64, byteLimit: Int) -> PacketRing {
        PacketRing(reach: reach, lead: files.lead, byteLimit: byteLimit)
    }

    /// How far back what is kept before a trigger must reach, in microseconds.
    private var reach: Int64 {
        let preRoll = try? settings.start.preRoll?.ticks(over: MovieLayout.clockRate, rounding: .up)
        return (preRoll.map { $0 + Self.lateness } ?? 0) + files.interval
    }

    /// Keeps a packet that goes to a file for the next one, too: its first frames may refer to this one's last.
    private func keepForNext(_ element: borrowing PacketRing.Element) throws {
        guard let following else { return }
        following.append(try element.reference())
    }

    /// What becomes of frames and audio that come.
    var phase: RecordingPhase {
        switch stage {
        case .writing, .turning: .writing
        case .waiting: .waiting
        case .finished: .over
        }
    }

    /// Whether a file is written.
    var isWriting: Bool {
        switch stage {
        case .writing: true
        case .turning: !isEnding
        case .waiting, .finished: false
        }
    }

    /// Whether no file is written, and there is a frame that one could begin with.
    var canBegin: Bool {
        guard case .waiting(let ring) = stage else { return false }
        return ring.start(for: 0) != nil
    }

    /// The instant of the first frame that the file shows; `nil` while there is none.
    var shownStart: Int64? {
        switch stage {
        case .writing(let segment), .turning(let segment, _, _): segment.shownStart
        case .waiting, .finished: nil
        }
    }

    /// Adds a packet whose timestamps are in its track's unit.
    func add(_ packet: consuming Packet, track: Int) throws {
        let time = microseconds(packet.pts ?? 0, track)
        let isStart = track == 0 && packet.isKey
        if track == 0 { budget.addFrame(packet.size) }
        if isStart { firstStartable = firstStartable ?? time }
        try add(PacketRing.Element(packet: packet, track: track, time: time, isStart: isStart))
    }

    private func add(_ element: consuming PacketRing.Element) throws {
        // What was kept may reach beyond the file, where its trigger was noticed late.
        if element.track == 0, !isEnding, isFull(at: element.packet.dts ?? element.time) { try endFile() }
        switch stage {
        case .waiting(let ring):
            let (track, time) = (element.track, element.time)
            ring.append(element)
            // A continuous recording begins with the first frame.
            if settings.start == .continuous, track == 0 { try begin(showing: time) }
        case .writing(let segment):
            if let due = turn(of: segment) {
                try take(element, writing: segment, due: due)
            } else {
                try keepForNext(element)
                try write(element, to: segment)
            }
        case .turning(let segment, let ring, let start):
            try take(element, turning: segment, ring, at: start)
        case .finished:
            break
        }
    }

    /// Begins a file that shows everything from an instant on, as far back as there is anything that no file shows yet.
    func begin(showing time: Int64) throws {
        let time = max(time, earliest)
        guard case .waiting(let ring) = stage, let start = ring.start(for: time) else { return }
        newestDropped = ring.newestDropped
        // What a frame before the start refers to is not there. Audio that is older than the first frame follows it: no file
        // begins with audio.
        let earliest = start - files.lead
        var early = UniqueDeque<PacketRing.Element>()
        var first: PacketRing.Element?
        while first == nil, let element = ring.next() {
            let isAudio = element.track > 0
            guard element.time >= (isAudio ? earliest : start) else { continue }
            if isAudio { early.append(element) } else { first = consume element }
        }
        // Where no file can be begun nothing is written any more.
        stage = .finished
        guard let first = first.take() else { return }
        let segment = try files.begin(with: first.packet, time: first.time, showing: time)
        stage = .writing(segment)
        space.look(room: segment.freeSpace, written: segment.written)
        if settings.start.makesSegments {
            let reach = Self.longestDelay * files.interval
            // Where half of the memory is taken when the file ends, the audio of its last frames is not waited for. Where a
            // quarter is too little, the next file begins with a later key frame.
            following = makeRing(reach: reach, byteLimit: settings.preRollSize / 4)
        }
        // What is kept may reach beyond the next turn.
        try add(first)
        while let element = early.popFirst() { try add(element) }
        while let element = ring.next() {
            guard element.time >= (element.track > 0 ? earliest : start) else { continue }
            try add(element)
        }
    }

    /// Finishes a file that is full, and waits for the next trigger where that makes another one.
    private func endFile() throws {
        guard settings.start.makesSegments else {
            status.requestEnd(.duration)
            return try finishFile()
        }
        let ring = following ?? makeRing()
        (ring.reach, ring.byteLimit, following) = (reach, settings.preRollSize, nil)
        earliest = end ?? earliest
        guard awaitsAudio, let end, case .writing(let segment) = stage else {
            try finishFile(until: end)
            return rearm(with: ring)
        }
        // The audio of its last frames is still to come.
        stage = .turning(segment, ring, at: end)
        isEnding = true
    }

    /// Waits for the next trigger, with what the next file may begin with.
    func rearm(with ring: PacketRing) {
        stage = .waiting(ring)
        isEnding = false
        extended = nil
        // It cannot, where the recording is being ended at the same time.
        try? status.go(.rearm)
    }

    /// Adds a packet to a file.
    func write(_ element: consuming PacketRing.Element, to segment: RecordingSegment) throws {
        let (track, bytes) = (element.track, element.packet.size)
        if let limit = budget.limit, budget.refuses(bytes, isFrame: track == 0, in: segment) {
            guard track == 0 else { return }
            budget.close()
            if segment.isEmpty { throw CaptureError(.settings, "a file of \(limit) bytes has no room for a frame") }
            fullness = .size
            return status.cutOff(.size)
        }
        let isFlushed = try segment.append(element.packet, track: track)
        let (record, size) = (segment.record, segment.expectedSize)
        let freeSpace = isFlushed ? segment.freeSpace : nil
        files.announce(record)
        status.update { figures in
            figures.elapsed = record.duration
            figures.bytes = size
            figures.frames = record.frames
            if isFlushed { figures.freeSpace = freeSpace }
        }
        if isFlushed { space.look(room: freeSpace, written: segment.written) }
        if budget.isFilled(by: size) { fill(.size) }
        // The next frame is to have room, too.
        let next = segment.payload + segment.rest + budget.roomForCoder + UInt64(bytes)
        if space.isFilled(by: next) { fill(.space) }
    }

    /// Takes no more frames than the coder has.
    private func fill(_ end: RecordingEnd) {
        fullness = fullness ?? end
        status.requestEnd(end)
    }

    /// Ends the recording's output, and removes a file that has no packet.
    func abandon() {
        stage = .finished
        files.abandon()
    }

    /// Finishes the file that is being written; one that has no packet is removed. One that has reached its limit of duration lasts that
    /// long, whether or not its last frames were lost.
    func finishFile() throws {
        while try turnNow() {}
        try release(before: .max)
        try finishFile(until: status.end == .duration ? end : nil, isLast: true)
    }

    /// - Parameters:
    ///   - next: when the frame is shown that the next file begins with; `nil` where there is none.
    ///   - isLast: whether the recording is over.
    /// - Throws: what keeps the file from being written to its end.
    func finishFile(until next: Int64?, isLast: Bool = false) throws {
        guard case .writing(let segment) = stage else { return abandon() }
        stage = .finished
        try files.finish(segment, until: next, isLast: isLast)
    }

    /// Says that all audio has been added. A file that waits for some waits no more.
    ///
    /// - Throws: what keeps a file from being finished or begun.
    func endAudio() throws {
        expectsAudio = false
        try turnNow()
    }

    /// Whether a frame at an instant would make the file longer than it may be.
    func isFull(at time: Int64) -> Bool { end.map { time >= $0 } ?? false }

    /// Has the file that is written go on until an instant at least.
    func extend(until time: Int64) { extended = max(extended ?? time, time) }

    /// Where the recording, or the file of a trigger, ends by the limit of duration.
    var end: Int64? {
        let coded = settings.start == .continuous ? firstCoded : nil
        guard let start = firstStart ?? shownStart ?? coded, let limit = settings.limits.duration,
            let duration = Self.microseconds(of: limit)
        else { return nil }
        return max(start + duration, extended ?? .min)
    }

    /// How long a file is to be, to the nearest microsecond as the frames' instants are: the frame at its end is none of its own.
    static func microseconds(of duration: RationalTime) -> Int64? {
        let ticks = try? duration.ticks(over: MovieLayout.clockRate, rounding: .nearest)
        return ticks.map { max(1, $0) }
    }

    private func microseconds(_ ticks: Int64, _ track: Int) -> Int64 {
        let unit = files.timeBases[track]
        let scaled = Int128(ticks) * Int128(unit.numerator) * Int128(MovieLayout.clockRate)
        return Int64(scaled / Int128(unit.denominator))
    }
}
