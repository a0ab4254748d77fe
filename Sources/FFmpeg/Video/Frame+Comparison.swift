internal import CFFmpeg
internal import Glibc

extension Frame {
    /// Whether both have the same size, format and samples. What fills up their rows in memory is not compared. Video only.
    ///
    /// - Complexity: O(number of samples).
    package func hasSameSamples(as other: borrowing Frame) -> Bool {
        guard width == other.width, height == other.height, let format = pixelFormat, format == other.pixelFormat else {
            return false
        }
        for plane in 0..<4 {
            guard let own = unsafe data(plane), let others = unsafe other.data(plane) else { break }
            let count = Int(av_image_get_linesize(format.format, Int32(width), Int32(plane)))
            // A palette is no plane of samples.
            guard count > 0 else { continue }
            for row in 0..<rows(ofPlane: plane) {
                let (a, b) = (row * stride(ofPlane: plane), row * other.stride(ofPlane: plane))
                guard unsafe memcmp(own.advanced(by: a), others.advanced(by: b), count) == 0 else { return false }
            }
        }
        return true
    }
}
