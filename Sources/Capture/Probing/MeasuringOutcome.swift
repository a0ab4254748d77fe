internal import MediaTime

/// What came of measuring a camera's rate.
struct MeasuringOutcome: Hashable, Sendable {
    /// `nil` where too few frames came.
    let measurement: RateMeasurement?
    /// Frames that came.
    let frames: Int
    /// How long they were waited for, in seconds.
    let waited: RationalTime

    /// What is wrong where there is no rate, after "but".
    var complaint: String {
        guard frames > 0 else { return "delivers no frames" }
        let seconds = (waited.seconds * 10).rounded() / 10
        return "delivered \(frames) \(frames == 1 ? "frame" : "frames") in \(seconds) s, too few to tell its rate"
    }
}
