internal import CFFmpeg

extension Frame {
    /// A frame whose samples are a packet's payload, rows without padding; nothing is copied.
    package static func video(
        in packet: borrowing Packet,
        _ pixelFormat: PixelFormat,
        width: Int,
        height: Int
    ) throws(FFmpegError) -> Frame {
        let frame = try Frame()
        let size = try check(
            av_image_get_buffer_size(pixelFormat.format, Int32(width), Int32(height), 1),
            "measure",
            "a frame of \(width)x\(height)"
        )
        guard packet.size >= size else {
            throw FFmpegError("read", "a frame of \(packet.size) bytes, not \(size)", code: oc_averror_invaliddata)
        }
        let buffer = try unsafe allocated(av_buffer_ref(packet.pointer.pointee.buf), "a frame")
        unsafe frame.pointer.pointee.buf.0 = buffer
        unsafe frame.pointer.pointee.format = pixelFormat.rawValue
        unsafe frame.pointer.pointee.width = Int32(width)
        unsafe frame.pointer.pointee.height = Int32(height)
        let code = unsafe withUnsafeMutablePointer(to: &frame.pointer.pointee.data) { data in
            unsafe withUnsafeMutablePointer(to: &frame.pointer.pointee.linesize) { lines in
                unsafe av_image_fill_arrays(
                    UnsafeMutableRawPointer(data).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self),
                    UnsafeMutableRawPointer(lines).assumingMemoryBound(to: Int32.self),
                    packet.pointer.pointee.data,
                    pixelFormat.format,
                    Int32(width),
                    Int32(height),
                    1
                )
            }
        }
        try check(code, "lay out", "a frame of \(width)x\(height)")
        return frame
    }

    /// Asks the encoder to make decoding possible from this frame on.
    package func requestKey() { unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_I }

    /// Asks the encoder for a frame that refers to earlier ones only, and that others may refer to.
    package func requestPredicted() { unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_P }

    /// Asks the encoder for a frame that refers to those before and after it.
    package func requestBidirectional() { unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_B }
}
