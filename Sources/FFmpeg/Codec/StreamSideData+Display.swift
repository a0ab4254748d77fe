internal import CFFmpeg

extension StreamSideData {
    /// The display matrix for players: they mirror the video left to right, if that is asked for, and then turn it clockwise.
    package static func display(clockwise degrees: Int, isMirrored: Bool) -> StreamSideData {
        var matrix = [Int32](repeating: 0, count: 9)
        // This function counts clockwise, unlike av_display_rotation_get().
        unsafe av_display_rotation_set(&matrix, Double(degrees))
        if isMirrored { Self.mirror(&matrix) }
        let bytes = unsafe matrix.withUnsafeBytes { unsafe Array($0) }
        return StreamSideData(type: AV_PKT_DATA_DISPLAYMATRIX.rawValue, bytes: bytes)
    }

    /// How players turn a frame, as it says itself, as JPEG does by Exif; `nil` where it does not.
    package init?(displayOf frame: borrowing Frame) {
        guard let data = unsafe av_frame_get_side_data(frame.pointer, AV_FRAME_DATA_DISPLAYMATRIX),
            let bytes = unsafe data.pointee.data
        else { return nil }
        unsafe self.init(
            type: AV_PKT_DATA_DISPLAYMATRIX.rawValue,
            bytes: Array(UnsafeBufferPointer(start: bytes, count: Int(data.pointee.size)))
        )
    }

    /// The numbers of a display matrix, row by row; `nil` where this is none.
    var displayMatrix: [Int32]? {
        guard type == AV_PKT_DATA_DISPLAYMATRIX.rawValue, bytes.count >= 36 else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            (0..<9).map { unsafe bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
        }
    }

    /// How players mirror frames left to right and then turn them clockwise, to the nearest quarter turn; `nil` where this is no
    /// display matrix.
    var display: (quarterTurns: Int, isMirrored: Bool)? {
        guard var matrix = displayMatrix else { return nil }
        let isMirrored = Int64(matrix[0]) * Int64(matrix[4]) < Int64(matrix[1]) * Int64(matrix[3])
        if isMirrored { Self.mirror(&matrix) }
        let counterclockwise = unsafe av_display_rotation_get(matrix)
        guard counterclockwise.isFinite else { return (0, isMirrored) }
        return (((Int((-counterclockwise / 90).rounded()) % 4) + 4) % 4, isMirrored)
    }

    /// Exchanges left and right before what the matrix does; av_display_matrix_flip() would do so after it.
    private static func mirror(_ matrix: inout [Int32]) {
        for column in 0..<2 { matrix[column] = 0 &- matrix[column] }
    }

    /// Degrees to turn the video clockwise for display, from 0 to below 360; `nil` where this is no display matrix. A matrix
    /// that is no rotation counts as 0.
    var clockwiseRotation: Double? {
        guard let displayMatrix else { return nil }
        let counterclockwise = unsafe av_display_rotation_get(displayMatrix)
        guard counterclockwise.isFinite else { return 0 }
        let clockwise = -counterclockwise.rounded()
        return clockwise < 0 ? clockwise + 360 : clockwise + 0
    }
}
