/// What a lock came to.
public struct LockReport: Hashable, Sendable {
    /// What there was to choose from, at the chosen input.
    public let formats: [CaptureFormat]
    /// What was asked of the camera.
    public let requested: CaptureMode
    /// What the camera granted. Where it does not say how long a frame lasts, what was asked for; where it lists no rates either, what was
    /// measured (``CaptureMode/statesRate``).
    public let granted: CaptureMode
    /// What it really delivered; `nil` where that was not measured. A camera that says no rate is always
    /// measured.
    public let measured: RateMeasurement?
    /// Why this mode was asked for.
    public let reason: String
    /// Controls that were set.
    public let changes: [ControlChange]
    /// All controls, as they were when the rate was measured.
    public let controls: [CameraControl]
    /// What is not as it should be, in words.
    public let warnings: [LockWarning]

    /// Whether the rate, measured where it was, is above 30 frames a second.
    public var isHighFrameRate: Bool {
        if let measured { return measured.rate > Self.ordinaryRate * (1 + LockWarning.tolerance) }
        return granted.isHighFrameRate
    }

    /// AVFoundation's callers call high what is above this.
    public static let ordinaryRate = 30.0
}
