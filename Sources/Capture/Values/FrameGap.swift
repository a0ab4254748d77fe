internal import MediaTime

/// The time between two frames of a camera.
enum FrameGap {
    /// Looks how many frames have room in it.
    ///
    /// - Parameters:
    ///   - earlier: when the first one was taken.
    ///   - later: when the second one was taken.
    ///   - interval: from one frame to the next; `nil` where that is not known, and no frame has room.
    /// - Returns: their number.
    static func room(from earlier: RationalTime, to later: RationalTime, interval: RationalTime?) -> Int64 {
        guard let interval, let elapsed = try? later - earlier else { return 0 }
        return max(0, Int64(nearest: elapsed.seconds / interval.seconds) - 1)
    }
}
