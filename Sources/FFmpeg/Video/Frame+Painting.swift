internal import CFFmpeg

/// Frames that are put together of others. No other frame may share the samples that are written.
extension Frame {
    /// Makes all of it black.
    package func blacken() throws(FFmpegError) {
        var steps: (Int, Int, Int, Int) = (0, 0, 0, 0)
        unsafe withUnsafeBytes(of: pointer.pointee.linesize) { lines in
            func step(_ plane: Int) -> Int { unsafe Int(lines.load(fromByteOffset: plane * 4, as: Int32.self)) }
            steps = (step(0), step(1), step(2), step(3))
        }
        let code = unsafe withUnsafeMutablePointer(to: &pointer.pointee.data) { data in
            unsafe withUnsafePointer(to: &steps) { steps in
                unsafe av_image_fill_black(
                    UnsafeMutableRawPointer(data).assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self),
                    UnsafeRawPointer(steps).assumingMemoryBound(to: Int.self),
                    AVPixelFormat(pointer.pointee.format),
                    pointer.pointee.color_range,
                    pointer.pointee.width,
                    pointer.pointee.height
                )
            }
        }
        try check(code, "blacken", "a frame")
    }

    /// Copies a frame of the same format into this one, its top left corner to a place that is a whole sample of chroma. What would
    /// lie outside is left out.
    package func paste(_ other: borrowing Frame, left: Int, top: Int) throws(FFmpegError) {
        guard let format = pixelFormat, format == other.pixelFormat, format != .palette, left >= 0, top >= 0 else {
            throw FFmpegError("put together", "frames of different formats", code: oc_averror_invaliddata)
        }
        let columns = min(other.width, width - left)
        for plane in 0..<4 {
            guard let target = unsafe address(ofPlane: plane), let source = unsafe other.address(ofPlane: plane) else {
                continue
            }
            let down = plane == 1 || plane == 2 ? format.subsampling.vertical : 0
            let count = min(other.rows(ofPlane: plane), rows(ofPlane: plane) - top >> down)
            guard columns > 0, count > 0 else { continue }
            let begin = Int(av_image_get_linesize(format.format, Int32(left), Int32(plane)))
            let first = unsafe target.first + (top >> down) * target.stride + begin
            unsafe av_image_copy_plane(
                first.assumingMemoryBound(to: UInt8.self),
                Int32(target.stride),
                UnsafePointer(source.first.assumingMemoryBound(to: UInt8.self)),
                Int32(source.stride),
                av_image_get_linesize(format.format, Int32(columns), Int32(plane)),
                Int32(count)
            )
        }
    }

    /// The mean of both frames, where another one lies with its corner at a place. Formats are alike.
    package func mix(_ other: borrowing Frame, left: Int, top: Int) throws(FFmpegError) {
        let isWide = (pixelFormat?.planes?.bits ?? 8) > 8
        try unsafe forEachRow(under: other, left: left, top: top) { target, source, count in
            if isWide {
                unsafe target.withMemoryRebound(to: UInt16.self, capacity: count / 2) { target in
                    unsafe source.withMemoryRebound(to: UInt16.self, capacity: count / 2) { source in
                        for index in 0..<count / 2 {
                            unsafe target[index] = UInt16((UInt32(target[index]) + UInt32(source[index]) + 1) / 2)
                        }
                    }
                }
            } else {
                for index in 0..<count {
                    unsafe target[index] = UInt8((UInt16(target[index]) + UInt16(source[index]) + 1) / 2)
                }
            }
        }
    }

    /// Calls a body with each row of another frame, the row of this one under it, and the bytes that both have there.
    private func forEachRow(
        under other: borrowing Frame,
        left: Int,
        top: Int,
        _ body: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Void
    ) throws(FFmpegError) {
        guard let format = pixelFormat, format == other.pixelFormat, let planes = format.planes, !planes.isFloat,
            left >= 0, top >= 0
        else { throw FFmpegError("put together", "frames of different formats", code: oc_averror_invaliddata) }
        let bytes = planes.bits > 8 ? 2 : 1
        for (component, plane) in planes.order.enumerated() {
            let isChroma = planes.family == .yuv && component > 0
            let (across, down) = isChroma ? (planes.horizontalShift, planes.verticalShift) : (0, 0)
            func part(_ length: Int, _ shift: Int) -> Int { (length + (1 << shift) - 1) >> shift }
            let columns = min(part(other.width, across), part(width, across) - left >> across)
            let rows = min(part(other.height, down), part(height, down) - top >> down)
            guard columns > 0, rows > 0, let target = unsafe address(ofPlane: plane),
                let source = unsafe other.address(ofPlane: plane)
            else { continue }
            for row in 0..<rows {
                let from = unsafe source.first + row * source.stride
                let to = unsafe target.first + ((top >> down) + row) * target.stride + (left >> across) * bytes
                unsafe body(
                    to.assumingMemoryBound(to: UInt8.self),
                    UnsafePointer(from.assumingMemoryBound(to: UInt8.self)),
                    columns * bytes
                )
            }
        }
    }
}
