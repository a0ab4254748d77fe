internal import DequeModule
internal import FFmpeg
internal import Files
internal import MediaTime

/// One file of a recording while it is written: gives each packet its duration, and cuts fragments.
final class RecordingSegment {
    private(set) var record: RecordedFile
    /// When its first frame was taken.
    private(set) var start: FileStart
    /// What is written; `nil` when it is finished.
    private var file: RecordingFile?
    /// Each track's unit; the first one is the frames', and that of all times here.
    private let timeBases: [TimeBase]
    /// How long a frame lasts when nothing is known of the next one.
    private let interval: Int64
    /// Where the file's time begins, so that no decoding time is before it.
    private let origin: Int64
    /// Where the fragment begins that is being written.
    private var fragmentStart: Int64 = 0
    /// The newest frame, which waits for the next one's time to have its duration.
    private var pending: Packet?
    /// Bytes of the packets so far.
    private(set) var payload: UInt64 = 0
    private var samples: UInt64 = 0
    private var frameCount: Int64 = 0
    private var fragments: UInt64 = 0
    /// Bytes of the file before its first packet.
    private let bareSize: UInt64
    private let showing: Int64
    private let clock: RationalTime
    /// When the newest frames are shown, of those that are to be seen.
    private var latest = Deque<Int64>()
    /// The instants of the first frame that is to be seen, and of the newest.
    private(set) var shownStart: Int64?
    private var newest = Int64.min

    /// How much of a recording one fragment holds, in seconds. When the process is killed, one fragment is lost at most.
    private static let fragmentDuration = RationalTime(1, 2)
    /// The most bytes that one sample takes in the headers and in its fragment.
    private static let bytesPerSample: UInt64 = 64
    /// The most bytes of a fragment's headers that are for no sample, and of chapters and what else a header has besides.
    private static let fragmentHead = 512
    private static let headerRest: UInt64 = 64 << 10
    /// The longest that the muxer takes a frame to last, in ticks; and the longest from one to the next: a fragment may begin as much later
    /// than the frame before it ends.
    private static let (longestFrame, longestGap) = (Int64(Int32.max) - 1, 2 * (Int64(Int32.max) - 1))
    /// An encoder shows frames later than it gives them, by no more frames than this.
    private static let longestDelay = 64

    /// - Parameters:
    ///   - file: what is written.
    ///   - timeBases: of the packets' timestamps. Times here are in the first one.
    ///   - interval: from one frame to the next, as granted.
    ///   - origin: no later than any decoding time.
    ///   - showing: frames before this are only there because others refer to them.
    ///   - clock: the instant from which times count, by the system's monotonic clock.
    ///   - start: when its first frame was taken, shown or not.
    init(
        _ file: consuming RecordingFile,
        timeBases: [TimeBase],
        interval: Int64,
        origin: Int64,
        showing: Int64,
        clock: RationalTime,
        start: FileStart
    ) {
        self.start = start
        record = RecordedFile(path: file.path, start: clock)
        self.showing = showing
        self.clock = clock
        bareSize = max(file.size, MovieFinisher.reserveSize)
        self.file = consume file
        self.timeBases = timeBases
        self.interval = min(interval, Self.longestFrame)
        self.origin = origin
    }

    /// Whether no frame was added yet.
    var isEmpty: Bool { frameCount == 0 }

    /// Bytes that the file will have when it is finished, to the safe side.
    var expectedSize: UInt64 { expectedSize(adding: 0) }

    /// The same with another packet of so many bytes.
    func expectedSize(adding bytes: Int) -> UInt64 {
        let samples = samples + (bytes > 0 ? 1 : 0)
        // Each fragment has a header, and is filled up to the end of a block.
        let filling = (fragments + 2) * UInt64(DirectWriter.blockSize + Self.fragmentHead)
        return bareSize + payload + UInt64(bytes) + samples * Self.bytesPerSample + filling + header(samples)
    }

    /// What is in the header besides its samples. One that does not fit into the reserve stands behind the media.
    private func header(_ samples: UInt64) -> UInt64 {
        let isBehind = samples * Self.bytesPerSample > MovieFinisher.reserveSize / 2
        return isBehind ? bareSize - MovieFinisher.reserveSize + Self.headerRest : 0
    }

    /// Bytes of the packets that are in the file already.
    var written: UInt64 { payload - UInt64(pending?.size ?? 0) }

    /// Bytes that are written besides the packets until the file is finished: what belongs to the last fragment, and the header where
    /// that stands behind the media; to the safe side.
    var rest: UInt64 {
        let header = header(samples)
        return UInt64(2 * (DirectWriter.blockSize + Self.fragmentHead))
            + (header > 0 ? header + samples * Self.bytesPerSample : 0)
    }

    /// Bytes that are set aside for a recording's header, to the safe side: a limit of size below that is refused.
    static var leastSize: UInt64 { MovieFinisher.reserveSize + headerRest }

    /// Bytes that its file system has room for; `nil` where that cannot be known.
    var freeSpace: UInt64? { file?.freeSpace }

    /// Adds a packet, in decoding order.
    ///
    /// - Returns: whether a fragment was ended on the way.
    /// - Throws: what keeps it from being written; ``CaptureError`` `.writing` where it is too long after the frame before.
    func append(_ packet: consuming Packet, track: Int) throws -> Bool {
        guard track == 0 else {
            count(packet)
            try append(audio: packet, track: track)
            return false
        }
        let time = packet.pts ?? 0
        if let before = pending?.dts, (packet.dts ?? time) - origin - before > Self.longestGap {
            throw CaptureError(.writing, "no frame has come for more than 71 minutes, and no file has such a gap")
        }
        count(packet)
        frameCount += 1
        if time >= showing { note(time) }
        packet.pts = time - origin
        packet.dts = (packet.dts ?? time) - origin
        let decoded = packet.dts ?? 0
        let isGap = decoded - (pending?.dts ?? decoded) > Self.longestFrame
        if let previous = pending.take() { try write(previous, until: decoded) }
        pending = consume packet
        guard decoded - fragmentStart >= ticks(Self.fragmentDuration) else { return false }
        try file?.flush(leavesGap: isGap)
        fragments += 1
        fragmentStart = decoded
        return true
    }

    private func count(_ packet: borrowing Packet) {
        payload += UInt64(packet.size)
        samples += 1
    }

    private func note(_ time: Int64) {
        latest.append(time)
        if latest.count > Self.longestDelay { latest.removeFirst() }
        let start = min(shownStart ?? time, time)
        newest = max(newest, time)
        shownStart = start
        record.frames += 1
        record.start = (try? clock + duration(from: 0, to: start)) ?? clock
        self.start = self.start.moved(to: record.start)
        record.duration = duration(from: start, to: newest + interval)
    }

    /// Audio that is older than the file is left out.
    private func append(audio packet: borrowing Packet, track: Int) throws {
        let unit = timeBases[track]
        let shift = Self.convert(origin, from: timeBases[0], to: unit)
        guard let pts = packet.pts, pts >= shift else { return }
        record.samples += packet.duration
        packet.pts = pts - shift
        packet.dts = pts - shift
        try file?.append(packet, track: track, timeBase: unit)
    }

    private func write(_ packet: consuming Packet, until end: Int64) throws {
        // A frame that lasts longer ends its fragment, and lasts until the next one where the movie is made plain.
        packet.duration = min(max(1, end - (packet.dts ?? end)), Self.longestFrame)
        try file?.append(packet, track: 0, timeBase: timeBases[0])
    }

    /// Ends the file, once. What was added is in it, as far as it could be written; the marks that it shows are its chapters.
    ///
    /// - Parameters:
    ///   - metadata: what is stored with it.
    ///   - marks: of the whole recording.
    ///   - next: when the frame is shown that the next file begins with; `nil` where there is none.
    ///   - isLast: whether the recording is over.
    /// - Returns: what is in the file, `nil` where no frame could be written and it is gone; and what went wrong, if anything.
    func finish(
        metadata: [MetadataEntry],
        marks: [RecordingMark],
        next: Int64? = nil,
        isLast: Bool = false
    ) -> (record: RecordedFile?, failure: (any Error)?) {
        var failure: (any Error)?
        var record = record
        if let last = pending.take() {
            let end = next.map { $0 - origin } ?? (last.dts ?? 0) + interval
            do { try write(last, until: end) } catch { failure = error }
        }
        let start = duration(from: origin, to: shownStart ?? origin)
        guard let file = file.take() else { return (record, failure) }
        let (ownUnit, unit, began) = (file.timeBase(ofTrack: 0), timeBases[0], (shownStart ?? origin) - origin)
        if let next, let shownStart {
            record.duration = duration(from: shownStart, to: next)
            // Those that were decoded before it, and are shown later, are in the file, and not to be seen.
            record.frames -= Int64(latest.count { $0 >= next })
        }
        let turn = next.map { duration(from: origin, to: $0) }
        let chapters = record.chapters(from: marks, ending: isLast && next == nil ? MonotonicClock.now() : nil)
        let outcome = file.finish(metadata: metadata, chapters: chapters, start: start, turn: turn)
        if outcome.isGone { return (nil, failure ?? outcome.failure) }
        if let samples = outcome.samples { record.samples = samples }
        if let frames = outcome.frames {
            // What a full disk has cut off is not in the file.
            let missing = frameCount - Int64(frames.count)
            if missing > 0 {
                let end = Self.convert(Int64(clamping: frames.end), from: ownUnit, to: unit)
                record.frames = max(0, record.frames - missing)
                record.duration = Self.duration(of: max(0, end - began), in: unit)
            }
        }
        return (record, failure ?? outcome.failure)
    }

    /// To the nearest tick.
    private static func convert(_ ticks: Int64, from source: TimeBase, to target: TimeBase) -> Int64 {
        let numerator = 2 * Int128(ticks) * Int128(source.numerator) * Int128(target.denominator)
        let denominator = Int128(source.denominator) * Int128(target.numerator)
        let sum = numerator + denominator
        let quotient = sum / (2 * denominator)
        return Int64(sum < 0 && sum % (2 * denominator) != 0 ? quotient - 1 : quotient)
    }

    private func ticks(_ time: RationalTime) -> Int64 {
        (try? time.ticks(ofUnit: timeBases[0].numerator, over: timeBases[0].denominator, rounding: .nearest)) ?? 0
    }

    private func duration(from start: Int64, to end: Int64) -> RationalTime {
        Self.duration(of: end - start, in: timeBases[0])
    }

    private static func duration(of ticks: Int64, in unit: TimeBase) -> RationalTime {
        RationalTime(ticks: ticks, unitNumerator: unit.numerator, unitDenominator: unit.denominator) ?? .zero
    }
}
