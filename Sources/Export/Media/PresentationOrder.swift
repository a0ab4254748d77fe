internal import MediaTime

/// Sorts frames from decoding order into presentation order.
///
/// No frame is overtaken by more than 16 others: that is the greatest size of the decoded picture buffer of H.264 and HEVC.
/// So only 17 frames are kept.
struct PresentationOrder {
    struct Frame {
        /// When it is presented (asset time).
        var timestamp: RationalTime
        var duration: RationalTime
        /// Its rounded timestamp, where the container's clock is too coarse for its instant; else `nil`.
        var rounded: RationalTime?
        var isKept = true
        /// Whether all others are decoded the same without it (``LeavableFrames``).
        var isLeavable = false
        /// Whether the container marks it as a key frame.
        var isKey = false

        /// From when on it is the frame of an instant that somebody types: its instant or its rounded timestamp, whichever is earlier.
        var typed: RationalTime { rounded.map { min($0, timestamp) } ?? timestamp }
    }

    static let depth = 17
    private var frames: [Frame] = []

    /// Takes a frame. Returns the earliest frame when none that is still to come can be earlier.
    mutating func push(_ frame: Frame) -> Frame? {
        // Frames come nearly sorted, so the place is searched from the back.
        var index = frames.endIndex
        while index > 0, frames[index - 1].timestamp > frame.timestamp { index -= 1 }
        frames.insert(frame, at: index)
        return frames.count > Self.depth ? frames.removeFirst() : nil
    }

    mutating func pop() -> Frame? { frames.isEmpty ? nil : frames.removeFirst() }
}
