/// How decoded frames are brought upright, by the display matrix of their stream: turned, and mirrored.
package struct DisplayOrientation: Hashable, Sendable {
    /// The filters of libavfilter that do it, in order; none where frames are upright.
    package let filters: [String]
    /// Whether what is stored as a row is shown as a column.
    package let swapsSides: Bool

    fileprivate init(_ stream: StreamInfo) {
        let angle = stream.rotation
        // Any other angle leaves black corners, and the sides as they are. A single degree is an error of rounding.
        if angle >= 2, angle.truncatingRemainder(dividingBy: 90) != 0 {
            (filters, swapsSides) = (["rotate=\(angle)*PI/180"], false)
            return
        }
        let (quarterTurns, isMirrored) = stream.display
        filters = Self.filters(quarterTurns: quarterTurns, isMirrored: isMirrored)
        swapsSides = quarterTurns % 2 == 1
    }

    /// The filters that mirror frames left to right, if that is asked for, and then turn them clockwise so often by 90°, 0 to 3;
    /// none where there is nothing to do.
    package static func filters(quarterTurns: Int, isMirrored: Bool) -> [String] {
        switch (quarterTurns, isMirrored) {
        case (0, false): []
        case (1, false): ["transpose=clock"]
        case (2, false): ["hflip", "vflip"]
        case (3, false): ["transpose=cclock"]
        case (0, true): ["hflip"]
        case (1, true): ["transpose=clock_flip"]
        case (2, true): ["vflip"]
        default: ["transpose=cclock_flip"]
        }
    }
}

extension StreamInfo {
    /// How the frames of the stream are brought upright.
    package var orientation: DisplayOrientation { DisplayOrientation(self) }
}
