internal import CFFmpeg

extension Frame {
    /// A frame with its own memory. The samples are not initialised.
    package static func video(
        _ pixelFormat: PixelFormat,
        width: Int,
        height: Int
    ) throws(FFmpegError) -> Frame {
        let frame = try Frame()
        unsafe frame.pointer.pointee.format = pixelFormat.rawValue
        unsafe frame.pointer.pointee.width = Int32(width)
        unsafe frame.pointer.pointee.height = Int32(height)
        try check(unsafe av_frame_get_buffer(frame.pointer, 0), "allocate", "a frame of \(width)x\(height)")
        return frame
    }

    /// A frame that shares a packet's payload as its samples. Rows have no padding.
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

    /// Bytes from one row of a plane to the next.
    package func stride(ofPlane plane: Int) -> Int {
        unsafe withUnsafeBytes(of: pointer.pointee.linesize) {
            unsafe Int($0.load(fromByteOffset: plane * 4, as: Int32.self))
        }
    }

    /// Rows of a plane. Planes of chroma may have fewer than the frame.
    package func rows(ofPlane plane: Int) -> Int {
        guard plane == 1 || plane == 2,
            let descriptor = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
        else { return height }
        let shift = Int(unsafe descriptor.pointee.log2_chroma_h)
        return (height + (1 << shift) - 1) >> shift
    }

    package var pixelFormat: PixelFormat? { PixelFormat(rawValue: unsafe pointer.pointee.format) }

    /// Calls a body with the bytes of one plane, with the padding at the end of each row.
    package func withPlane<Result>(_ plane: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let count = stride(ofPlane: plane) * rows(ofPlane: plane)
        let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer(data(plane)), count: count)
        return try unsafe body(Span(_unsafeElements: bytes))
    }

    /// The same bytes, to be written. No other frame may share them.
    package func withMutablePlane<Result>(
        _ plane: Int,
        _ body: (inout MutableSpan<UInt8>) throws -> Result
    ) rethrows -> Result {
        let count = stride(ofPlane: plane) * rows(ofPlane: plane)
        var span = unsafe MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(start: data(plane), count: count))
        return try body(&span)
    }

    /// Sets all samples of a plane to a number. No other frame may share them.
    package func fill(plane: Int, with sample: Int) {
        let bytes = (pixelFormat?.bitDepth ?? 8) > 8 ? 2 : 1
        withMutablePlane(plane) { samples in
            for index in samples.indices { samples[index] = UInt8(truncatingIfNeeded: sample >> (index % bytes * 8)) }
        }
    }

    /// Says which colours the numbers of a frame with a palette stand for: at most 256, each alpha, red, green and blue, from the
    /// highest byte on.
    package func setPalette(_ colours: [UInt32]) {
        guard pixelFormat == .palette, let first = unsafe data(1) else { return }
        unsafe first.withMemoryRebound(to: UInt32.self, capacity: 256) { entries in
            for (index, colour) in colours.prefix(256).enumerated() { unsafe entries[index] = colour }
        }
    }

    /// A number that goes along where a decoder or a filter makes one frame of another; 0 where there is none.
    package var mark: Int64 {
        get { unsafe pointer.pointee.reordered_opaque }
        nonmutating set { unsafe pointer.pointee.reordered_opaque = newValue }
    }

    /// Sets all samples to zero. No other frame may share them.
    package func clear() {
        for plane in 0..<4 where unsafe data(plane) != nil {
            withMutablePlane(plane) { samples in
                for index in samples.indices { samples[index] = 0 }
            }
        }
    }

    /// Which colours the samples stand for.
    package var colour: ColourDescription {
        unsafe ColourDescription(
            range: pointer.pointee.color_range,
            primaries: pointer.pointee.color_primaries,
            transfer: pointer.pointee.color_trc,
            matrix: pointer.pointee.colorspace,
            chromaLocation: pointer.pointee.chroma_location
        )
    }

    /// Takes away what is said of primaries and transfer, so that no encoder writes it in its own way.
    package func clearColour() {
        unsafe pointer.pointee.color_primaries = AVCOL_PRI_UNSPECIFIED
        unsafe pointer.pointee.color_trc = AVCOL_TRC_UNSPECIFIED
    }

    /// Lets the encoder choose the frame type. A decoded frame keeps the type that it had in its old stream, and an encoder
    /// would use that again.
    package func clearPictureType() {
        unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    }

    /// Asks the encoder for a key frame.
    package func requestKey() { unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_I }

    /// Asks the encoder for a frame that refers to earlier ones only, and that others may refer to.
    package func requestPredicted() { unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_P }

    /// Asks the encoder for a frame that refers to those before and after it.
    package func requestBidirectional() { unsafe pointer.pointee.pict_type = AV_PICTURE_TYPE_B }

    /// About how many bytes the samples take in memory.
    package var approximateSize: Int {
        let format = AVPixelFormat(unsafe pointer.pointee.format)
        return Int(unsafe av_image_get_buffer_size(format, pointer.pointee.width, pointer.pointee.height, 1))
    }
}
