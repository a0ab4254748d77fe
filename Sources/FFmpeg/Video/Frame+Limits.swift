internal import CFFmpeg

extension Frame {
    /// Brings samples that are greater than their bits can say down to the greatest. Decoders may give such where they conceal damage, and
    /// what takes the frame may rely on its bits: a file of FFV1 cannot be decoded then. Other users of the samples keep theirs.
    ///
    /// Formats of whole bytes have none, and those of floating-point numbers no limit. Transparent ones are left as they are.
    ///
    /// - Throws: `FFmpegError` where there is no memory for samples of its own.
    package func limitSamples() throws(FFmpegError) {
        guard let planes = pixelFormat?.planes, !planes.isFloat, (9..<16).contains(planes.bits) else { return }
        let most = UInt16(1) << UInt16(planes.bits) - 1
        guard planes.order.contains(where: { greatest(inPlane: $0) > most }) else { return }
        try check(unsafe av_frame_make_writable(pointer), "copy", "a frame")
        for plane in planes.order {
            unsafe rows(ofSamplesIn: plane) { row in
                for place in row.indices where unsafe row[place] > most { unsafe row[place] = most }
            }
        }
    }

    private func greatest(inPlane plane: Int) -> UInt16 {
        var greatest: UInt16 = 0
        unsafe rows(ofSamplesIn: plane) { row in
            for place in row.indices { greatest = max(greatest, unsafe row[place]) }
        }
        return greatest
    }

    private func rows(ofSamplesIn plane: Int, _ body: (UnsafeMutableBufferPointer<UInt16>) -> Void) {
        guard let (first, stride) = unsafe address(ofPlane: plane), let pixelFormat else { return }
        let bytes = av_image_get_linesize(pixelFormat.format, Int32(width), Int32(plane))
        guard bytes > 0 else { return }
        for row in 0..<rows(ofPlane: plane) {
            let samples = unsafe first.advanced(by: row * stride).assumingMemoryBound(to: UInt16.self)
            unsafe body(UnsafeMutableBufferPointer(start: samples, count: Int(bytes) / 2))
        }
    }
}
