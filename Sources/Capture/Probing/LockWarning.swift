public import MediaTime

/// What a lock has to warn of.
public enum LockWarning: Hashable, Sendable, CustomStringConvertible {
    /// The camera's rates are all far from the wished one.
    case nothingNear(wish: FrameRate, requested: FrameRate)
    /// The camera granted another rate or frame than it was asked for.
    case grantedOther(requested: CaptureMode, granted: CaptureMode)
    /// Not all lines of a frame are of one instant, or half of them are missing.
    case fields(FrameFields)
    /// The camera delivers another rate than it granted.
    case deliversOther(granted: FrameRate, measured: Double)
    /// The camera delivers frames of another size than it granted.
    case deliversOtherSize(granted: FrameSize, delivered: FrameSize)
    /// The camera does not say at which rate it delivers.
    case statesNoRate(measured: Double)
    /// It was so at first, and is right since the rate was set anew.
    case neededCycling(first: Double)
    /// Each frame is exposed longer than it lasts.
    case exposureTooLong(exposure: RationalTime, frameDuration: RationalTime)
    /// The camera's unit of exposure cannot express the one that was asked for.
    case exposureRounded(requested: RationalTime, exposure: RationalTime)
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
        case .fields(.upperOnly), .fields(.lowerOnly):
            "the camera delivers one field of each frame, which has every second line: frames may look half as high as they are"
        case .fields(let fields):
            "the camera's frames are \(fields): each shows two instants, line by line"
        case .deliversOther(let granted, let measured):
            "the camera granted \(Self.text(granted)), but delivers \(Self.text(measured))"
        case .deliversOtherSize(let granted, let delivered):
            DeliveredSizes(granted: granted).fault(delivered)
        case .statesNoRate(let measured):
            "the camera does not say at which rate it delivers; measured: \(Self.text(measured))"
        case .neededCycling(let first):
            "the camera delivered \(Self.text(first)) until its rate was set anew"
        case .exposureTooLong(let exposure, let frameDuration):
            "each frame is exposed for \(Self.milliseconds(exposure)), longer than the \(Self.milliseconds(frameDuration)) "
                + "that it lasts: the rate will fall"
        case .exposureRounded(let requested, let exposure):
            "cameras count exposure in 0.1 ms: \(Self.milliseconds(exposure)) was set, not \(Self.milliseconds(requested))"
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
        "\(rate.text(decimals: 2)) fps"
    }

    private static func milliseconds(_ time: RationalTime) -> String {
        "\((time.seconds * 1000).text(decimals: 2)) ms"
    }
}
