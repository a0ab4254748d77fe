internal import MediaTime

/// What came of measuring a camera's rate.
struct MeasuringOutcome: Hashable, Sendable {
    /// `nil` where too few frames came.
    let measurement: RateMeasurement?
    /// Frames that came.
    let frames: Int
    /// How long they were waited for, in seconds.
    let waited: RationalTime
    /// How large they are, where that is not as granted.
    var otherSize: FrameSize?

    /// What is wrong where there is no rate, after "but".
    var complaint: String {
        guard frames > 0 else { return "delivers no frames" }
        return
            "delivered \(frames) \(frames == 1 ? "frame" : "frames") in \(waited.seconds.text(decimals: 1)) s, too few to tell its rate"
    }
}
