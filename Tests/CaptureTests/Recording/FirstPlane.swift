import FFmpeg
import TestSupport

/// A plane of the first frame of a clip.
struct FirstPlane {
    /// The samples of each row.
    let rows: [[UInt8]]

    init(_ plane: Int, of path: String) throws {
        var rows: [[UInt8]] = []
        try ClipReader(path).decode(0) { frame in
            guard rows.isEmpty else { return }
            let (stride, count) = (frame.stride(ofPlane: plane), frame.rows(ofPlane: plane))
            let width = plane == 0 ? frame.width : (frame.width + 1) / 2
            frame.withPlane(plane) { samples in
                for row in 0..<count { rows.append((0..<width).map { samples[row * stride + $0] }) }
            }
        }
        self.rows = rows
    }
}
