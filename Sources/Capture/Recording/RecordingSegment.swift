internal import FFmpeg
internal import Files
internal import MediaTime

/// One file of a recording while it is written: gives each packet its duration, and cuts fragments.
struct RecordingSegment: ~Copyable {
    private(set) var record: RecordedFile
    private var file: RecordingFile
    private let timeBase: TimeBase
    /// How long a picture lasts when nothing is known of the next one.
    private let interval: Int64
    /// The packets' time at which the file's time begins, so that no decoding time is before it.
    private let origin: Int64
    /// Where the fragment begins that is being written.
    private var fragmentStart: Int64
    /// The newest packet, which waits for the next one's time to have its duration.
    private var pending: Packet?
    private var payload: UInt64 = 0
    /// The first and the last instant that is shown, in packets' time.
    private var shown: ClosedRange<Int64>?

    /// So much at most is lost with the process.
    private static let fragmentDuration = RationalTime(1, 2)
    /// More than a sample's entries in both headers and a fragment's share take.
    private static let bytesPerSample: UInt64 = 64

    /// - Parameters:
    ///   - timeBase: the unit of the packets' timestamps and of all times here.
    ///   - interval: from one picture to the next, as granted.
    ///   - first: the first picture's instant in the packets' time.
    ///   - reorderDelay: how much earlier it may be decoded.
    ///   - start: the same instant by the system's monotonic clock.
    init(
        _ file: consuming RecordingFile,
        timeBase: TimeBase,
        interval: Int64,
        first: Int64,
        reorderDelay: Int64,
        start: RationalTime
    ) {
        record = RecordedFile(path: file.path, start: start)
        self.file = file
        self.timeBase = timeBase
        self.interval = interval
        origin = first - reorderDelay
        fragmentStart = 0
    }

    /// Bytes that the file will have when it is finished, to the safe side.
    var expectedSize: UInt64 {
        payload + UInt64(record.frames) * Self.bytesPerSample + 2 * MovieFinisher.reserveSize
    }

    var freeSpace: UInt64? { file.freeSpace }

    /// Adds a packet of a picture, in decoding order.
    ///
    /// - Returns: whether a fragment was ended on the way.
    mutating func append(_ packet: consuming Packet) throws -> Bool {
        let time = packet.pts ?? 0
        let begin = shown.map { min($0.lowerBound, time) } ?? time
        shown = begin...max(shown?.upperBound ?? time, time)
        packet.pts = time - origin
        packet.dts = (packet.dts ?? time) - origin
        let decoded = packet.dts ?? 0
        payload += UInt64(packet.size)
        record.frames += 1
        if let previous = pending.take() { try write(previous, until: decoded) }
        let isFull = decoded - fragmentStart >= ticks(Self.fragmentDuration)
        if isFull {
            try file.flush()
            fragmentStart = decoded
        }
        pending = consume packet
        record.duration = duration(from: begin, to: max(time, shown?.upperBound ?? time) + interval)
        return isFull
    }

    private mutating func write(_ packet: consuming Packet, until end: Int64) throws {
        packet.duration = max(1, end - (packet.dts ?? end))
        try file.append(packet, track: 0, timeBase: timeBase)
    }

    /// Ends the file. What was added is in it, whatever else goes wrong.
    consuming func finish(metadata: [MetadataEntry]) throws -> RecordedFile {
        var failure: (any Error)?
        if let last = pending.take() {
            let end = (last.dts ?? 0) + interval
            do { try write(last, until: end) } catch { failure = error }
        }
        let start = duration(from: origin, to: shown?.lowerBound ?? origin)
        try file.finish(metadata: metadata, start: start)
        if let failure { throw failure }
        return record
    }

    private func ticks(_ time: RationalTime) -> Int64 {
        (try? time.ticks(ofUnit: timeBase.numerator, over: timeBase.denominator, rounding: .nearest)) ?? 0
    }

    private func duration(from start: Int64, to end: Int64) -> RationalTime {
        RationalTime(
            ticks: end - start,
            unitNumerator: timeBase.numerator,
            unitDenominator: timeBase.denominator
        ) ?? .zero
    }
}
