public import MediaTime

/// What is to be locked at a camera, and how.
public struct LockRequest: Hashable, Sendable {
    /// Which format.
    public var wishes = FormatPreferences()
    /// Which of the camera's connectors; `nil` for the one that is chosen now.
    public var input: Int32?
    /// How long each frame is exposed; `nil` to leave that to the camera.
    public var shutter: RationalTime?
    /// Whether to stream for about a second to see whether the camera keeps its word.
    public var measures = true
    /// Whether everything is put back as it was when the camera is closed.
    public var restores = false

    /// The highest rate, measured.
    public init() {}
}

/// What a lock came to.
public struct LockReport: Hashable, Sendable {
    /// What there was to choose from, at the chosen input.
    public let formats: [CaptureFormat]
    /// What was asked of the camera.
    public let requested: CaptureMode
    /// What the camera granted. Where it does not say how long a frame lasts, what was asked for.
    public let granted: CaptureMode
    /// What it really delivered; `nil` where that was not measured.
    public let measured: RateMeasurement?
    /// Why this mode was asked for.
    public let reason: String
    /// Controls that were set.
    public let changes: [ControlChange]
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

/// What a lock has to warn of.
public enum LockWarning: Hashable, Sendable, CustomStringConvertible {
    /// The camera's rates are all far from the wished one.
    case nothingNear(wish: FrameRate, requested: FrameRate)
    /// The camera granted another rate or frame than it was asked for.
    case grantedOther(requested: CaptureMode, granted: CaptureMode)
    /// The camera delivers another rate than it granted.
    case deliversOther(granted: FrameRate, measured: Double)
    /// It was so at first, and is right since the rate was set anew.
    case neededCycling(first: Double)
    /// Each frame is exposed longer than it lasts.
    case exposureTooLong(exposure: RationalTime, frameDuration: RationalTime)
    /// A control could not be set.
    case controlFailed(name: String, reason: String)

    /// Rates that differ by less are the same: clocks of cameras are no better.
    static let tolerance = 0.02

    /// In words.
    public var description: String {
        switch self {
        case .nothingNear(let wish, let requested):
            "the camera has no \(wish) fps here; the nearest is \(Self.text(requested))"
        case .grantedOther(let requested, let granted):
            "asked for \(Self.text(requested)), the camera granted \(Self.text(granted))"
        case .deliversOther(let granted, let measured):
            "the camera granted \(Self.text(granted)), but delivers \(Self.text(measured))"
        case .neededCycling(let first):
            "the camera delivered \(Self.text(first)) until its rate was set anew"
        case .exposureTooLong(let exposure, let frameDuration):
            "each frame is exposed for \(Self.milliseconds(exposure)), longer than the \(Self.milliseconds(frameDuration)) "
                + "that it lasts: the rate will fall"
        case .controlFailed(let name, let reason):
            "\(name) cannot be set: \(reason)"
        }
    }

    private static func text(_ mode: CaptureMode) -> String {
        let rate = FrameRate(frameDuration: mode.frameDuration).map(text) ?? "\(mode.frameDuration.seconds) s a frame"
        return "\(mode.format) \(mode.size) at \(rate)"
    }

    private static func text(_ rate: FrameRate) -> String { text(rate.approximation) }

    private static func text(_ rate: Double) -> String {
        let hundredths = Int((rate * 100).rounded())
        let fraction = hundredths % 100
        let digits = fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return fraction == 0 ? "\(hundredths / 100) fps" : "\(hundredths / 100).\(digits) fps"
    }

    private static func milliseconds(_ time: RationalTime) -> String {
        "\((time.seconds * 100_000).rounded() / 100) ms"
    }
}
