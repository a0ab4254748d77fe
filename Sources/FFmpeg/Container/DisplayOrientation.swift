internal import CFFmpeg

/// How decoded frames are brought upright, by the display matrix of their stream: turned, and mirrored.
package struct DisplayOrientation: Hashable, Sendable {
    /// The filters of libavfilter that do it, in order; none where frames are upright.
    package let filters: [String]
    /// Whether what is stored as a row is shown as a column.
    package let swapsSides: Bool

    /// - Parameter matrix: the nine numbers of a display matrix; `nil` where a stream has none.
    init(matrix: [Int32]?) {
        guard let matrix, matrix.count == 9 else {
            (filters, swapsSides) = ([], false)
            return
        }
        let turn = unsafe matrix.withUnsafeBufferPointer { numbers in
            unsafe -av_display_rotation_get(numbers.baseAddress).rounded()
        }
        // In degrees clockwise, from 0 to 359. A matrix that is no rotation has no angle.
        let angle = turn.isFinite ? turn - 360 * (turn / 360).rounded(.down) : 0
        switch angle {
        case 90: (filters, swapsSides) = (["transpose=\(matrix[3] > 0 ? "cclock_flip" : "clock")"], true)
        case 180:
            filters = (matrix[0] < 0 ? ["hflip"] : []) + (matrix[4] < 0 ? ["vflip"] : [])
            swapsSides = false
        case 270: (filters, swapsSides) = (["transpose=\(matrix[3] < 0 ? "clock_flip" : "cclock")"], true)
        case 2...: (filters, swapsSides) = (["rotate=\(angle)*PI/180"], false)
        default: (filters, swapsSides) = (matrix[4] < 0 ? ["vflip"] : [], false)
        }
    }
}

extension StreamInfo {
    /// How the frames of the stream are brought upright.
    package var orientation: DisplayOrientation {
        DisplayOrientation(matrix: sideData.lazy.compactMap(\.displayMatrix).first)
    }
}

extension StreamSideData {
    /// The numbers of a display matrix, row by row; `nil` where this is none.
    fileprivate var displayMatrix: [Int32]? {
        guard type == AV_PKT_DATA_DISPLAYMATRIX.rawValue, bytes.count >= 36 else { return nil }
        return unsafe bytes.withUnsafeBytes { bytes in
            (0..<9).map { unsafe bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
        }
    }
}
