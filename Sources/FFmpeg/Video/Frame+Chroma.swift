internal import CFFmpeg

extension Frame {
    /// The same frame with a plane for each component of chroma, where both take turns in one that libswscale cannot read: of all
    /// formats of that kind it lacks NV16 (4:2:2).
    ///
    /// - Returns: `nil` for frames in other formats, which stay as they are.
    /// - Complexity: O(number of samples).
    package func splitChroma() throws(FFmpegError) -> Frame? {
        guard unsafe pointer.pointee.format == AV_PIX_FMT_NV16.rawValue,
            let planar = PixelFormat(rawValue: AV_PIX_FMT_YUV422P.rawValue)
        else { return nil }
        let split = try Frame.video(planar, width: width, height: height)
        try split.copyProperties(of: self)
        split.replace(plane: 0, byPlane: 0, of: self)
        guard let both = unsafe data(1), let first = unsafe split.data(1), let second = unsafe split.data(2) else {
            return nil
        }
        let count = (width + 1) / 2
        for row in 0..<height {
            let source = unsafe both + row * stride(ofPlane: 1)
            let (u, v) = unsafe (first + row * split.stride(ofPlane: 1), second + row * split.stride(ofPlane: 2))
            for column in 0..<count {
                unsafe u[column] = source[2 * column]
                unsafe v[column] = source[2 * column + 1]
            }
        }
        return split
    }
}
