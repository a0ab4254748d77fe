internal import CFFmpeg

extension StreamSideData {
    /// How players are to turn a frame: clockwise by so many degrees, after it was mirrored left to right where asked.
    package static func display(clockwise degrees: Int, isMirrored: Bool) -> StreamSideData {
        var matrix = [Int32](repeating: 0, count: 9)
        // Clockwise, other than what av_display_rotation_get() returns.
        unsafe av_display_rotation_set(&matrix, Double(degrees))
        if isMirrored { unsafe av_display_matrix_flip(&matrix, 1, 0) }
        let bytes = unsafe matrix.withUnsafeBytes { unsafe Array($0) }
        return StreamSideData(type: AV_PKT_DATA_DISPLAYMATRIX.rawValue, bytes: bytes)
    }

    /// Degrees to turn the video clockwise for display, from 0 to below 360; `nil` where this is no display matrix. A matrix
    /// that is no rotation counts as 0.
    package var clockwiseRotation: Double? {
        guard type == AV_PKT_DATA_DISPLAYMATRIX.rawValue, bytes.count >= 36 else { return nil }
        let counterclockwise = unsafe bytes.withUnsafeBytes { bytes in
            unsafe av_display_rotation_get(bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        guard counterclockwise.isFinite else { return 0 }
        let clockwise = -counterclockwise.rounded()
        return clockwise < 0 ? clockwise + 360 : clockwise + 0
    }
}
