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
}
