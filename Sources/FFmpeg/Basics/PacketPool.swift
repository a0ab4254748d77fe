internal import CFFmpeg

/// Makes packets whose payloads lie in memory that is used again and again. A thread that may not wait then does not ask
/// the system for memory, but for the first packets.
///
/// `@unchecked Sendable`: libav's buffer pools may be used from any thread.
@safe
package final class PacketPool: @unchecked Sendable {
    private let pool: OpaquePointer
    private let largest: Int

    /// A pool for payloads up to a size in bytes.
    package init(largestPayload: Int) throws(FFmpegError) {
        // A packet counts its bytes in 32 bits.
        largest = min(largestPayload, Int(Int32.max) - Int(AV_INPUT_BUFFER_PADDING_SIZE))
        unsafe pool = try unsafe allocated(
            av_buffer_pool_init(largest + Int(AV_INPUT_BUFFER_PADDING_SIZE), nil),
            "a pool of packets"
        )
    }

    deinit {
        // Packets may still hold memory of the pool. libav frees it with the last of them.
        var pool: OpaquePointer? = unsafe pool
        unsafe av_buffer_pool_uninit(&pool)
    }

    /// A packet with a copy of the bytes. A payload that is too large for the pool gets its own memory.
    package func packet(copying bytes: borrowing RawSpan) throws(FFmpegError) -> Packet {
        let packet = try Packet()
        let count = bytes.byteCount
        if count > largest {
            try check(unsafe av_new_packet(packet.pointer, Int32(count)), "allocate", "a packet")
        } else {
            let buffer = try unsafe allocated(av_buffer_pool_get(pool), "a packet's payload")
            unsafe packet.pointer.pointee.buf = buffer
            unsafe packet.pointer.pointee.data = buffer.pointee.data
            unsafe packet.pointer.pointee.size = Int32(count)
            unsafe memset(buffer.pointee.data + count, 0, Int(AV_INPUT_BUFFER_PADDING_SIZE))
        }
        unsafe bytes.withUnsafeBytes { source in
            if let start = source.baseAddress {
                unsafe memcpy(packet.pointer.pointee.data, start, count)
            }
        }
        return packet
    }
}
