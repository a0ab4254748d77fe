internal import CFFmpeg

/// One encoded unit: it owns an `AVPacket` and its reference to the payload.
///
/// `@unchecked Sendable`: a packet is noncopyable, so only its holder uses it. libav counts the references to the payload
/// atomically.
@safe
package struct Packet: ~Copyable, @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>

    package init() throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(av_packet_alloc(), "a packet")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
        unsafe av_packet_free(&pointer)
    }

    /// Presentation time, in ticks of the stream's time base; `nil` where it is not known, and where it is beyond all that can be.
    package var pts: Int64? {
        get { unsafe timestamp(pointer.pointee.pts) }
        nonmutating set { unsafe pointer.pointee.pts = rawTimestamp(newValue) }
    }

    /// Decoding time, in ticks of the stream's time base; `nil` as ``pts``.
    package var dts: Int64? {
        get { unsafe timestamp(pointer.pointee.dts) }
        nonmutating set { unsafe pointer.pointee.dts = rawTimestamp(newValue) }
    }

    /// In ticks of the stream's time base; 0 where it is not known.
    package var duration: Int64 {
        get { unsafe timestamp(pointer.pointee.duration) ?? 0 }
        nonmutating set { unsafe pointer.pointee.duration = newValue }
    }

    package var streamIndex: Int {
        get { Int(unsafe pointer.pointee.stream_index) }
        nonmutating set { unsafe pointer.pointee.stream_index = Int32(newValue) }
    }

    package var size: Int { Int(unsafe pointer.pointee.size) }

    /// The position of the packet in the file, in bytes; `nil` where it is not known.
    package var filePosition: Int64? {
        let position = unsafe pointer.pointee.pos
        return position < 0 ? nil : position
    }

    package var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    /// Marks the packet as a key frame: for packets that no encoder of libav's has made.
    package func markAsKey() { unsafe pointer.pointee.flags |= AV_PKT_FLAG_KEY }

    /// Takes the mark of a key frame away.
    package func unmarkAsKey() { unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_KEY }

    /// Whether the packet is decoded but not shown, because an edit list leaves it out.
    package var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// Marks the packet as one that an edit list leaves out.
    func markAsDiscarded() { unsafe pointer.pointee.flags |= AV_PKT_FLAG_DISCARD }

    /// Takes the mark away that an edit list leaves the packet out.
    func unmarkAsDiscarded() { unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD }

    /// Whether the container says that no other packet needs this one for decoding.
    package var isDisposable: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 }

    /// Whether the demuxer has marked the packet as damaged.
    package var isCorrupt: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Marks the packet as damaged.
    func markAsCorrupt() { unsafe pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT }

    /// Takes the mark of damage away.
    func unmarkAsCorrupt() { unsafe pointer.pointee.flags &= ~AV_PKT_FLAG_CORRUPT }

    /// The headers of the codec from this packet on, where the container states others than before; else `nil`.
    package var newHeaders: [UInt8]? {
        var size = 0
        guard let start = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, &size), size > 0 else {
            return nil
        }
        return unsafe Array(UnsafeBufferPointer(start: start, count: size))
    }

    /// How many samples at the end of a packet of audio are not heard, beside the payload; 0 where that says nothing.
    package var endPadding: UInt32 {
        var size = 0
        guard let start = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size),
            size >= Self.skippedSize
        else { return 0 }
        return (0..<4).reduce(0) { unsafe $0 | UInt32(start[Self.skippedEnd + $1]) << (8 * $1) }
    }

    /// States how many samples at the end are not heard. Where there is no memory for it, nothing is stated.
    func state(endPadding: UInt32) { state(skipped: endPadding, at: Self.skippedEnd) }

    /// States how many samples are not heard, from the first of the packet on. Where there is no memory for it, nothing is stated.
    func state(startPadding: UInt32) { state(skipped: startPadding, at: 0) }

    private func state(skipped: UInt32, at first: Int) {
        var size = 0
        var found = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size)
        if unsafe found == nil || size < Self.skippedSize {
            unsafe found = av_packet_new_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, Self.skippedSize)
            unsafe found?.update(repeating: 0, count: Self.skippedSize)
        }
        guard let start = unsafe found else { return }
        for place in 0..<4 {
            unsafe start[first + place] = UInt8(truncatingIfNeeded: skipped >> (8 * place))
        }
    }

    /// The bytes in which libavcodec says which samples are not heard (`AV_PKT_DATA_SKIP_SAMPLES`), and the place of the number of those
    /// at the end among them.
    private static let (skippedSize, skippedEnd) = (10, 4)

    /// Calls a body with the payload. That of an ``UnreadFile`` is read for it; it is empty where that is not possible.
    package func withPayload<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try withPayload(headsOnly: false, body)
    }

    /// Calls a body with the payload, in which of the units of frames the first bytes are sure to be there, and all else that
    /// stands outside of frames' data. So less need be read of an ``UnreadFile``.
    package func withUnitHeads<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try withPayload(headsOnly: true, body)
    }

    private func withPayload<Result>(headsOnly: Bool, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        if let file = unreadFile, let data = unsafe pointer.pointee.data {
            return try unsafe file.withPayload(at: data, Int(pointer.pointee.size), headsOnly: headsOnly, body)
        }
        let bytes = unsafe UnsafeBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
        return try unsafe body(Span(_unsafeElements: bytes))
    }

    /// A copy of the payload.
    package var bytes: [UInt8] {
        withPayload { payload in unsafe payload.withUnsafeBufferPointer { unsafe Array($0) } }
    }

    /// Replaces the payload, and keeps all else.
    package func replacePayload(with bytes: [UInt8]) throws(FFmpegError) {
        let filled = try Packet()
        try check(unsafe av_new_packet(filled.pointer, Int32(bytes.count)), "allocate", "a packet")
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress {
                unsafe filled.pointer.pointee.data.update(from: start, count: source.count)
            }
        }
        try check(unsafe av_packet_copy_props(filled.pointer, pointer), "copy", "a packet's properties")
        unsafe filled.pointer.pointee.opaque = nil
        unsafe av_packet_unref(pointer)
        unsafe av_packet_move_ref(pointer, filled.pointer)
    }

    /// Adds the payload of another packet behind this one's, and keeps all else.
    package func append(payloadOf other: borrowing Packet) throws(FFmpegError) {
        try load()
        try other.load()
        let start = size
        try check(unsafe av_grow_packet(pointer, other.pointer.pointee.size), "allocate", "a packet")
        guard let source = unsafe other.pointer.pointee.data, let target = unsafe pointer.pointee.data else { return }
        unsafe (target + start).update(from: source, count: other.size)
    }

    /// Replaces everything by the contents of another packet.
    package func take(_ other: consuming Packet) {
        unsafe av_packet_unref(pointer)
        unsafe av_packet_move_ref(pointer, other.pointer)
    }

    /// Another packet with all that this one has; this one is left empty.
    package func moved() throws(FFmpegError) -> Packet {
        let target = try Packet()
        unsafe av_packet_move_ref(target.pointer, pointer)
        return target
    }

    /// Another packet that shares the payload, and has properties of its own.
    package func reference() throws(FFmpegError) -> Packet {
        let copy = try Packet()
        try check(unsafe av_packet_ref(copy.pointer, pointer), "share", "a packet")
        return copy
    }

    /// Converts the timestamps from one unit to another, each to the nearest tick.
    package func rescale(from source: TimeBase, to target: TimeBase) {
        unsafe av_packet_rescale_ts(pointer, source.rational, target.rational)
    }

    /// Releases the payload, so that the packet can be used again.
    package func reset() { unsafe av_packet_unref(pointer) }
}
