internal import CFFmpeg
internal import MediaSyntax

/// The packets of one track of MP4 or MOV by the container's index, with payloads that are not read (``UnreadFile``).
///
/// libavformat's own packets are the measure: the first are read by it, and compared with what the index says. Where one
/// differs in anything, all are read by libavformat. So are the last, of which some last longer than the index says.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class IndexedPackets: @unchecked Sendable {
    /// How the next packet is to be read.
    enum Step {
        case stored
        case indexed
        /// By libavformat, which has to go to this decoding time first.
        case storedFrom(Int64)
    }

    private let stream: UnsafeMutablePointer<AVStream>
    private let file: UnreadFile
    private let buffer: UnsafeMutablePointer<AVBufferRef>
    private let tables: SampleTables
    private let count: Int
    /// The place of the next packet, where it is known.
    private var next: Int?
    /// The run of ``SampleTables/offsets`` that was used last, and its first packet.
    private var run = (index: 0, start: 0)
    /// What is added to every offset, so that nothing is presented before zero.
    private var shift: Int64?
    /// How long each packet lasts by libavformat, where packets are presented in another order.
    private var duration: Int64?
    private var agreed = 0
    private var isOff = false
    /// Whether libavformat stands elsewhere, because packets were read by the index.
    private var isAhead = false
    /// Whether libavformat does not find the last packets.
    private var readsTail = false

    /// So many packets are compared at the beginning, and so many are read by libavformat at the end.
    private static let sample = 64

    /// `nil` where the index is not complete or damaged, says of packets in the midst that they are not presented, or of any behind those
    /// that are compared that they are not in the file.
    init?(_ stream: UnsafeMutablePointer<AVStream>, in file: UnreadFile, _ tables: SampleTables) throws(FFmpegError) {
        let count = Int(unsafe avformat_index_get_entries_count(stream))
        guard count >= 4 * Self.sample, unsafe Int64(count) == stream.pointee.nb_frames,
            tables.offsets.isEmpty || tables.offsets.reduce(0, { $0 + Int($1.count) }) == count,
            tables.dependencies.isEmpty || tables.dependencies.count >= count
        else { return nil }
        for place in 0..<count {
            guard let entry = unsafe avformat_index_get_entry(stream, Int32(place))?.pointee, entry.time != nil else {
                return nil
            }
            guard place >= Self.sample else { continue }
            guard entry.size > 0,
                entry.flags & AVINDEX_DISCARD_FRAME == 0 || place >= count - Self.sample, entry.pos >= 0,
                entry.pos <= Int64(file.count) - Int64(entry.size)
            else { return nil }
        }
        unsafe buffer = try unsafe file.makeBuffer()
        unsafe self.stream = stream
        self.file = file
        self.tables = tables
        self.count = count
    }

    deinit {
        var buffer: UnsafeMutablePointer<AVBufferRef>? = unsafe buffer
        unsafe av_buffer_unref(&buffer)
    }

    /// How to read the next packet.
    var step: Step {
        guard !isOff, agreed >= Self.sample, let next else { return .stored }
        if next < (readsTail ? count : count - Self.sample) { return .indexed }
        guard isAhead, next < count, let entry = entry(next) else { return .stored }
        return .storedFrom(entry.timestamp)
    }

    /// Whether all packets were read by the index, so that libavformat is not to be asked for more.
    var hasEnded: Bool { readsTail && next == count }

    /// libavformat reads elsewhere from now on.
    func reset() { (next, isAhead) = (nil, false) }

    /// Takes a packet that libavformat has read after it was sent elsewhere; `false` where it is another than the index's next.
    func resumes(with packet: borrowing Packet, at place: Int) -> Bool {
        guard let entry = entry(place), packet.filePosition == entry.pos, packet.dts == entry.timestamp else {
            return false
        }
        (next, isAhead) = (place + 1, false)
        return true
    }

    /// The last packets are read by the index, too.
    func readTail(from place: Int) { (next, readsTail) = (place, true) }

    var streamIndex: Int { Int(unsafe stream.pointee.index) }

    /// The number of the next packet.
    var place: Int? { next }

    /// Compares a packet that libavformat has read with the index.
    func check(_ packet: borrowing Packet) {
        guard !isOff, let place = next ?? place(of: packet) else {
            isOff = true
            return
        }
        isOff = !isAlike(packet, place)
        next = place + 1
        agreed += 1
    }

    private func isAlike(_ packet: borrowing Packet, _ place: Int) -> Bool {
        guard let entry = entry(place), packet.filePosition == entry.pos, packet.size == entry.size,
            packet.dts == entry.timestamp, let presented = packet.pts, !packet.isCorrupt,
            packet.isKey == (entry.flags & AVINDEX_KEYFRAME != 0), packet.isDisposable == isDisposable(place),
            unsafe (place == 0 || packet.pointer.pointee.side_data_elems == 0)
        else { return false }
        guard !tables.offsets.isEmpty else {
            let following = self.entry(place + 1)
            return presented == entry.timestamp
                && (following == nil || packet.duration == following.map { $0.timestamp - entry.timestamp })
        }
        let shift = presented - entry.timestamp - offset(of: place)
        if self.shift == nil { (self.shift, duration) = (shift, packet.duration) }
        return shift == self.shift && packet.duration == duration
    }

    /// Gives the next packet by the index.
    func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let place = next, place < count, let entry = entry(place) else { return false }
        if tables.readsPayloads {
            try packet.load(from: file, at: entry.pos, count: entry.size)
        } else {
            try unsafe packet.refer(to: file, buffer, at: entry.pos, count: entry.size)
        }
        unsafe packet.pointer.pointee.stream_index = stream.pointee.index
        unsafe packet.pointer.pointee.pos = entry.pos
        unsafe packet.pointer.pointee.dts = entry.timestamp
        if tables.offsets.isEmpty {
            unsafe packet.pointer.pointee.pts = entry.timestamp
            let end = self.entry(place + 1)?.timestamp
            unsafe packet.pointer.pointee.duration = end.map { $0 - entry.timestamp } ?? 0
        } else {
            unsafe packet.pointer.pointee.pts = entry.timestamp + offset(of: place) + (shift ?? 0)
            unsafe packet.pointer.pointee.duration = duration ?? 0
        }
        if entry.flags & AVINDEX_KEYFRAME != 0 { packet.markAsKey() }
        if entry.flags & AVINDEX_DISCARD_FRAME != 0 { unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_DISCARD }
        if isDisposable(place) { unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_DISPOSABLE }
        next = place + 1
        isAhead = true
        return true
    }

    private func entry(_ place: Int) -> AVIndexEntry? {
        unsafe avformat_index_get_entry(stream, Int32(place))?.pointee
    }

    /// The place of a packet that libavformat has read somewhere.
    private func place(of packet: borrowing Packet) -> Int? {
        guard let time = packet.dts else { return nil }
        var place = Int(unsafe av_index_search_timestamp(stream, time, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD))
        while place >= 0, let entry = entry(place), entry.timestamp == time {
            if entry.pos == packet.filePosition { return place }
            place -= 1
        }
        return nil
    }

    /// Places are asked for one after the other.
    private func offset(of place: Int) -> Int64 {
        if place < run.start { run = (0, 0) }
        while run.index + 1 < tables.offsets.count, place - run.start >= Int(tables.offsets[run.index].count) {
            run = (run.index + 1, run.start + Int(tables.offsets[run.index].count))
        }
        return Int64(tables.offsets[run.index].value)
    }

    /// Whether no other packet depends on it (ISO/IEC 14496-12, 8.6.4).
    private func isDisposable(_ place: Int) -> Bool {
        !tables.dependencies.isEmpty && tables.dependencies[place] >> 2 & 3 == 2
    }
}
