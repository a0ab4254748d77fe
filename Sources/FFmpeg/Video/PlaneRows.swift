internal import CFFmpeg

/// One plane of a frame in memory.
package struct PlaneRows: Hashable, Sendable {
    /// Bytes of a row, without padding.
    package let bytes: Int
    /// Rows.
    package let count: Int
    /// How many of its samples lie side by side for so many columns of the first plane.
    fileprivate let share: Int
    fileprivate let columns: Int

    /// Bytes from the beginning of one row to that of the next, where they are so many in the first plane: half of them where
    /// chroma has half of the columns in a plane of its own.
    package func stride(ofFirst stride: Int) -> Int { stride * share / columns }
}

extension PixelFormat {
    /// The planes of a frame, in the order in which they follow one another in memory.
    ///
    /// - Parameters:
    ///   - width: pixels in a row.
    ///   - height: rows of the frame.
    /// - Returns: one for each plane; none for a format whose planes libav does not know.
    package func planeRows(width: Int, height: Int) -> [PlaneRows] {
        guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return [] }
        let all = unsafe descriptor.pointee.comp
        let components = [all.0, all.1, all.2, all.3].prefix(Int(unsafe descriptor.pointee.nb_components))
        let (across, down) = unsafe (Int(descriptor.pointee.log2_chroma_w), Int(descriptor.pointee.log2_chroma_h))
        func step(_ plane: Int) -> Int { components.filter { Int($0.plane) == plane }.map { Int($0.step) }.max() ?? 1 }
        return (0..<Int(max(0, av_pix_fmt_count_planes(format)))).map { plane in
            let isChroma = plane == 1 || plane == 2
            return PlaneRows(
                bytes: Int(av_image_get_linesize(format, Int32(clamping: width), Int32(plane))),
                count: isChroma ? (height + (1 << down) - 1) >> down : height,
                share: step(plane),
                columns: step(0) << (isChroma ? across : 0)
            )
        }
    }
}
