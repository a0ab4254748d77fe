internal import MediaTime

/// A camera that was set to a mode, and is kept there: the order of AVFoundation's `lockForConfiguration`, but measured.
///
/// Everything is set or nothing: at the first failure the camera is put back as it was.
public final class CameraLock {
    private let camera: any Camera
    /// What was to be locked.
    let request: LockRequest
    /// What was set before.
    private let before: Before
    /// What it came to.
    public let report: LockReport

    private struct Before {
        let input: Int32?
        let frame: CameraFrameFormat
        var changes: [ControlChange] = []
    }

    /// How long to measure, by the frames' own timestamps, in seconds.
    private static let span = RationalTime(1, 1)

    /// Locks. Where that is cancelled the camera is put back as it was.
    ///
    /// - Throws: ``CaptureError`` of the codes that concern cameras.
    init(
        _ camera: any Camera,
        _ request: LockRequest,
        isCancelled: () -> Bool = { false }
    ) throws(CaptureError) {
        try camera.claim()
        self.camera = camera
        self.request = request
        var before = Before(input: try camera.input(), frame: try camera.frame())
        do throws(CaptureError) {
            report = try Self.lock(camera, request, &before, isCancelled)
            // Also what came after it was measured.
            if isCancelled() { throw CaptureError(.cancelled, "interrupted; the camera is set as it was before") }
        } catch {
            Self.putBack(camera, before)
            throw error
        }
        self.before = before
    }

    deinit {
        if request.restores { Self.putBack(camera, before) }
    }

    /// What can be set at the camera, also while it delivers.
    var adjustable: any AdjustableCamera { camera }

    /// A stream in the locked mode, of one of so many cameras that deliver at the same time.
    package func stream(sharedBy count: Int = 1) throws(CaptureError) -> any CaptureStream {
        try camera.stream(report.granted, sharedBy: count)
    }

    // Input, format, interval, read back, controls, buffers, stream: each resets what comes after it.
    private static func lock(
        _ camera: any Camera,
        _ request: LockRequest,
        _ before: inout Before,
        _ isCancelled: () -> Bool
    ) throws(CaptureError) -> LockReport {
        if let input = request.input ?? before.input { try camera.setInput(input) }
        let preferences = request.preferences
        let signal = try camera.signal(follows: true)
        let interesting = [preferences.size, preferences.minimumSize, signal].compactMap(\.self)
        let formats = try camera.formats(including: interesting)
        let choice = try FormatSelection(from: formats, preferences: preferences, signal: signal)
        var granted = try set(camera, choice.mode)
        var warnings = Self.warnings(preferences, requested: choice.mode, granted: granted)
        before.changes = try ExposurePolicy(request.shutter).apply(to: camera, &warnings)
        let measured: RateMeasurement?
        if !granted.statesRate {
            measured = try learn(camera, &granted, &warnings, isCancelled)
        } else {
            measured = request.measures ? try measure(camera, granted, &warnings, isCancelled) : nil
        }
        let controls = try camera.controls()
        ExposurePolicy.check(controls, granted.frameDuration, &warnings)
        return LockReport(
            formats: formats,
            requested: choice.mode,
            granted: granted,
            measured: measured,
            reason: choice.reason,
            changes: before.changes,
            controls: controls,
            warnings: warnings
        )
    }

    /// Sets format and interval, and reads back what became of them.
    private static func set(_ camera: any Camera, _ mode: CaptureMode) throws(CaptureError) -> CaptureMode {
        _ = try camera.setFrame(mode.format, mode.size)
        // What is only supposed is not asked for.
        let said = mode.statesRate ? try camera.setFrameDuration(mode.frameDuration) : nil
        let frame = try camera.frame()
        let granted = CaptureMode(
            format: frame.format,
            size: frame.size,
            frameDuration: frame.frameDuration ?? said ?? mode.frameDuration
        ).coloured(frame.colour).with(frame.fields)
        return mode.statesRate || frame.frameDuration != nil ? granted : granted.lasting(mode.frameDuration)
    }

    /// What is to be said of a mode that was granted.
    static func warnings(_ preferences: FormatPreferences, requested: CaptureMode, granted: CaptureMode)
        -> [LockWarning]
    {
        var warnings: [LockWarning] = []
        if let wish = preferences.frameRate, let rate = FrameRate(frameDuration: requested.frameDuration),
            isOther(rate.approximation, than: wish.approximation)
        {
            warnings.append(.nothingNear(wish: wish, requested: rate))
        }
        if granted.format != requested.format || granted.size != requested.size
            || requested.statesRate
                && isOther(1 / granted.frameDuration.seconds, than: 1 / requested.frameDuration.seconds)
        {
            warnings.append(.grantedOther(requested: requested, granted: granted))
        }
        if granted.fields != .progressive { warnings.append(.fields(granted.fields)) }
        return warnings
    }

    /// Streams to see at which rate a camera delivers that does not say it.
    private static func learn(
        _ camera: any Camera,
        _ granted: inout CaptureMode,
        _ warnings: inout [LockWarning],
        _ isCancelled: () -> Bool
    ) throws(CaptureError) -> RateMeasurement {
        let outcome = try stream(camera, granted, isCancelled)
        if let size = outcome.otherSize { warnings.append(.deliversOtherSize(granted: granted.size, delivered: size)) }
        guard let measured = outcome.measurement else {
            throw CaptureError(
                .reading,
                "\(camera.device.name) does not say at which rate it delivers \(granted.format) \(granted.size), and \(outcome.complaint)"
            )
        }
        warnings.append(.statesNoRate(measured: measured.rate))
        let microseconds = (Double(MonotonicClock.rate) / measured.rate).rounded()
        granted = granted.lasting(RationalTime(max(1, Int64(microseconds)), MonotonicClock.rate))
        return measured
    }

    /// Streams, and where the camera does not keep its word, sets the rate anew and streams once more.
    private static func measure(
        _ camera: any Camera,
        _ granted: CaptureMode,
        _ warnings: inout [LockWarning],
        _ isCancelled: () -> Bool
    ) throws(CaptureError) -> RateMeasurement {
        guard let rate = FrameRate(frameDuration: granted.frameDuration) else {
            throw CaptureError(.reading, "\(camera.device.name) granted no rate")
        }
        let outcome = try stream(camera, granted, isCancelled)
        let first = outcome.measurement
        if let size = outcome.otherSize { warnings.append(.deliversOtherSize(granted: granted.size, delivered: size)) }
        if let first, !isSlow(first.rate, than: rate.approximation) {
            if isOther(first.rate, than: rate.approximation) {
                warnings.append(.deliversOther(granted: rate, measured: first.rate))
            }
            return first
        }
        try cycle(camera, granted)
        let second = try stream(camera, granted, isCancelled)
        guard let best = second.measurement ?? first else {
            throw CaptureError(
                .reading,
                "\(camera.device.name) granted \(granted.format) \(granted.size) at \(rate) fps, but \(second.complaint)"
            )
        }
        if isOther(best.rate, than: rate.approximation) {
            warnings.append(.deliversOther(granted: rate, measured: best.rate))
        } else {
            warnings.append(.neededCycling(first: first?.rate ?? 0))
        }
        return best
    }

    private static func stream(
        _ camera: any Camera,
        _ mode: CaptureMode,
        _ isCancelled: () -> Bool
    ) throws(CaptureError) -> MeasuringOutcome {
        // The stream holds the driver's buffers: it must be gone before the rate can be set anew.
        let stream = try camera.stream(mode)
        return try RateMeasurement.measuring(
            stream,
            for: span,
            patience: MeasuringPatience(interval: mode.frameDuration),
            isCancelled: isCancelled
        )
    }

    /// Some cameras take a rate only when it is another one than before, and USB cameras are told of a rate only when
    /// they are to stream.
    private static func cycle(_ camera: any Camera, _ mode: CaptureMode) throws(CaptureError) {
        if let doubled = try? mode.frameDuration.scaled(by: 2, over: 1) {
            _ = try camera.setFrameDuration(doubled)
            let stream = try camera.stream(mode)
            try stream.start()
            try stream.stop()
        }
        _ = try set(camera, mode)
    }

    private static func isOther(_ rate: Double, than wish: Double) -> Bool {
        abs(rate / wish - 1) > LockWarning.tolerance
    }

    private static func isSlow(_ rate: Double, than wish: Double) -> Bool { rate / wish < 1 - LockWarning.tolerance }

    /// In the order in which it was set, but for controls, which go back the other way round.
    private static func putBack(_ camera: any Camera, _ before: Before) {
        camera.putBack(before.changes)
        // Where one thing cannot be put back, the next one is tried all the same.
        if let input = before.input { try? camera.setInput(input) }
        try? camera.setBack(before.frame)
        if let duration = before.frame.frameDuration { _ = try? camera.setFrameDuration(duration) }
    }
}
