internal import CVideo4Linux
internal import Glibc

/// The buffers that go round between a driver, which fills them, and us: memory of the driver's own (V4L2_MEMORY_MMAP).
package final class BufferQueue {
    /// What the driver says of a frame.
    package struct Frame: Hashable, Sendable {
        package let sequence: UInt32
        /// When it was taken.
        package let timestamp: BufferTimestamp
        /// Whether the driver found an error in it.
        package let isDamaged: Bool
        /// Which lines of a frame it has.
        package let fields: FieldLayout
    }

    /// What is said to have failed where the signal at an input is another one.
    package static let signalChange = "V4L2_EVENT_SOURCE_CHANGE"

    private let type: BufferType
    /// The planes of each buffer.
    private var buffers: [[MappedBuffer]]
    /// Since it was started.
    private var clock = StampClock(start: 0)
    /// For frames whose planes lie apart.
    private var joined: [UInt8] = []

    /// Asks a driver for buffers, and maps them.
    package init(_ device: borrowing Device, _ type: BufferType, count: Int) throws(Video4LinuxError) {
        self.type = type
        let granted = try Self.request(device, type, count: UInt32(count))
        var buffers: [[MappedBuffer]] = []
        for index in 0..<granted { buffers.append(try Self.map(device, type, index: index)) }
        self.buffers = buffers
    }

    /// Hands all buffers to the driver and lets it begin.
    package func start(_ device: borrowing Device) throws(Video4LinuxError) {
        for index in buffers.indices { try queue(UInt32(index), device) }
        var kind = Int32(type.kind.rawValue)
        clock = StampClock(start: Frame.now(CLOCK_MONOTONIC))
        try device.perform(.streamOn, &kind)
    }

    /// Lets the driver end; it keeps no buffer.
    package func stop(_ device: borrowing Device) throws(Video4LinuxError) {
        var kind = Int32(type.kind.rawValue)
        try device.perform(.streamOff, &kind)
    }

    /// Gives the buffers back to the driver, which then takes another format: older kernels only where none is mapped.
    package func release(_ device: borrowing Device) throws(Video4LinuxError) {
        buffers = []
        _ = try Self.request(device, type, count: 0)
    }

    /// Waits for a frame, lends it, and hands its buffer back.
    ///
    /// - Parameters:
    ///   - device: whose buffers these are.
    ///   - timeout: in milliseconds.
    ///   - body: is called once with the frame, or not at all.
    /// - Returns: whether there was one.
    /// - Throws: `Video4LinuxError`, ENODEV where the device is gone, ``signalChange`` where the signal has changed.
    package func next(
        _ device: borrowing Device,
        within timeout: Int32,
        _ body: (borrowing RawSpan, Frame) -> Void
    ) throws(Video4LinuxError) -> Bool {
        var request = pollfd(fd: device.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0)
        // An error shows in what the driver answers next.
        guard retryingInterrupted({ unsafe poll(&request, 1, timeout) }) > 0 else { return false }
        if request.revents & Int16(POLLPRI) != 0, try device.hasSignalChanged() {
            throw Video4LinuxError(Self.signalChange, on: device.node, errno: ENOLINK)
        }
        let failing = request.revents & Int16(POLLERR | POLLHUP) != 0
        var planes = [v4l2_plane](repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
        var buffer = unsafe v4l2_buffer()
        let isFilled = try unsafe Self.withPlanes(&buffer, &planes, type) { buffer throws(Video4LinuxError) in
            try unsafe device.performIfReady(.dequeueBuffer, &buffer)
        }
        guard isFilled else {
            // A device in this state is always ready: asking it again would never end.
            if failing { throw Video4LinuxError("poll", on: device.node, errno: EIO) }
            return false
        }
        let index = unsafe buffer.index
        guard buffers.indices.contains(Int(index)) else {
            throw Video4LinuxError("VIDIOC_DQBUF", on: device.node, errno: ERANGE)
        }
        unsafe lend(buffer, planes, body)
        try queue(index, device)
        return true
    }

    private func lend(
        _ buffer: v4l2_buffer,
        _ planes: [v4l2_plane],
        _ body: (borrowing RawSpan, Frame) -> Void
    ) {
        let frame = unsafe Frame(buffer, &clock)
        let mapped = unsafe buffers[Int(buffer.index)]
        let filled: [Range<Int>] =
            switch type {
            case .singlePlanar: unsafe [0..<Int(buffer.bytesused)]
            case .multiPlanar:
                planes.prefix(mapped.count).map { plane in
                    let start = Int(plane.data_offset)
                    return start..<max(start, Int(plane.bytesused))
                }
            }
        if mapped.count == 1 {
            mapped[0].withBytes(filled[0]) { body($0, frame) }
        } else {
            joined.removeAll(keepingCapacity: true)
            for (plane, range) in zip(mapped, filled) {
                plane.withBytes(range) { bytes in
                    unsafe bytes.withUnsafeBytes { unsafe joined.append(contentsOf: $0) }
                }
            }
            unsafe joined.withUnsafeBytes { unsafe body($0.bytes, frame) }
        }
    }
}

extension BufferQueue.Frame {
    fileprivate init(_ buffer: v4l2_buffer, _ clock: inout StampClock) {
        let time = unsafe buffer.timestamp
        sequence = unsafe buffer.sequence
        timestamp = clock.timestamp(
            // A driver may say any number.
            Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec),
            by: BufferTimestamp.Clock(flags: unsafe buffer.flags),
            monotonic: Self.now(CLOCK_MONOTONIC),
            timeOfDay: Self.now(CLOCK_REALTIME)
        )
        fields = FieldLayout(rawValue: unsafe buffer.field) ?? .unstated
        isDamaged = unsafe buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
    }

    /// A clock of the system, in microseconds.
    fileprivate static func now(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

extension BufferQueue {
    fileprivate static func request(
        _ device: borrowing Device,
        _ type: BufferType,
        count: UInt32
    ) throws(Video4LinuxError) -> UInt32 {
        var request = v4l2_requestbuffers()
        request.count = count
        request.type = type.kind.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try device.perform(.requestBuffers, &request)
        return request.count
    }

    fileprivate static func map(
        _ device: borrowing Device,
        _ type: BufferType,
        index: UInt32
    ) throws(Video4LinuxError) -> [MappedBuffer] {
        var planes = [v4l2_plane](repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
        var buffer = unsafe v4l2_buffer()
        unsafe buffer.index = index
        try unsafe withPlanes(&buffer, &planes, type) { buffer throws(Video4LinuxError) in
            try unsafe device.perform(.queryBuffer, &buffer)
        }
        switch type {
        case .singlePlanar:
            let place = unsafe (length: Int(buffer.length), offset: Int64(buffer.m.offset))
            return [try MappedBuffer(device, length: place.length, offset: place.offset)]
        case .multiPlanar:
            var mapped: [MappedBuffer] = []
            for plane in unsafe planes.prefix(Int(buffer.length)) {
                let place = unsafe (length: Int(plane.length), offset: Int64(plane.m.mem_offset))
                mapped.append(try MappedBuffer(device, length: place.length, offset: place.offset))
            }
            return mapped
        }
    }

    fileprivate func queue(_ index: UInt32, _ device: borrowing Device) throws(Video4LinuxError) {
        var planes = [v4l2_plane](repeating: v4l2_plane(), count: buffers[Int(index)].count)
        var buffer = unsafe v4l2_buffer()
        unsafe buffer.index = index
        try unsafe Self.withPlanes(&buffer, &planes, type) { buffer throws(Video4LinuxError) in
            try unsafe device.perform(.queueBuffer, &buffer)
        }
    }

    /// Fills in what all requests for buffers have in common; for the multi-planar ones a place for planes.
    private static func withPlanes<Result>(
        _ buffer: inout v4l2_buffer,
        _ planes: inout [v4l2_plane],
        _ type: BufferType,
        _ body: (inout v4l2_buffer) throws(Video4LinuxError) -> Result
    ) throws(Video4LinuxError) -> Result {
        unsafe buffer.type = type.kind.rawValue
        unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
        guard type == .multiPlanar else { return try unsafe body(&buffer) }
        return try unsafe planes.withUnsafeMutableBufferPointer { pointer throws(Video4LinuxError) in
            unsafe buffer.m.planes = pointer.baseAddress
            unsafe buffer.length = UInt32(pointer.count)
            return try unsafe body(&buffer)
        }
    }
}
