internal import Capture
internal import MediaTime

/// `probe --json`.
struct ProbeDocument: Encodable {
    let device: String
    let id: String
    let name: String
    let driver: String
    let bus: String
    let formats: [Format]
    let lock: Lock

    struct Format: Encodable {
        let fourcc: String
        let description: String
        let compressed: Bool
        let emulated: Bool
        let sizes: [Size]
    }

    struct Size: Encodable {
        let width: Int
        let height: Int
        let grid: Grid?
        let ranges: [Range]
    }

    /// Sizes from one to another in steps, of which this is one.
    struct Grid: Encodable {
        let minWidth: Int
        let minHeight: Int
        let maxWidth: Int
        let maxHeight: Int
        let stepWidth: Int
        let stepHeight: Int
    }

    struct Range: Encodable {
        /// `discrete`, `stepwise` or `continuous`.
        let kind: String
        /// `num/den` seconds.
        let minFrameDuration: String
        let maxFrameDuration: String
        let frameDurationStep: String?
        /// Frames a second.
        let maxFrameRate: Double
    }

    struct Lock: Encodable {
        let fourcc: String
        let width: Int
        let height: Int
        /// `num/den` frames a second.
        let requested: String?
        /// `null` where nothing was locked: `--no-measure`.
        let granted: String?
        /// Which lines each frame has, as granted.
        let fields: String?
        /// Frames a second.
        let measured: Double?
        /// Seconds.
        let jitter: Double?
        let frames: Int?
        let lost: Int?
        let damaged: Int?
        let isHighFrameRate: Bool
        let reason: String
        let warnings: [String]
        let controls: [ControlChangeDocument]
        /// Why the rate is not what was hoped for; empty where it is, and where no cause is seen.
        let causes: [Cause]
    }

    struct Cause: Encodable {
        let cause: String
        /// In words, with the evidence.
        let description: String
        /// What no command can do.
        let deed: String?
        let command: String
    }

    init(_ probe: Probe) {
        let camera = DeviceDocument(probe.camera)
        device = camera.device
        id = camera.id
        name = camera.name
        driver = camera.driver
        bus = camera.bus
        formats = probe.formats.map(Format.init)
        let causes = probe.diagnosis?.causes ?? []
        lock = Lock(probe.outcome, causes.map { Cause($0, of: probe.camera) })
    }
}

extension ProbeDocument.Format {
    fileprivate init(_ format: CaptureFormat) {
        fourcc = format.code.description
        description = format.description
        compressed = format.isCompressed
        emulated = format.isEmulated
        sizes = format.sizes.map { entry in
            ProbeDocument.Size(
                width: entry.size.width,
                height: entry.size.height,
                grid: entry.grid.map(ProbeDocument.Grid.init),
                ranges: entry.ranges.map(ProbeDocument.Range.init)
            )
        }
    }
}

extension ProbeDocument.Grid {
    fileprivate init(_ grid: SizeGrid) {
        minWidth = grid.minimum.width
        minHeight = grid.minimum.height
        maxWidth = grid.maximum.width
        maxHeight = grid.maximum.height
        stepWidth = grid.step.width
        stepHeight = grid.step.height
    }
}

extension ProbeDocument.Range {
    fileprivate init(_ range: FrameRateRange) {
        kind = range.kind.name
        minFrameDuration = range.minFrameDuration.fraction
        maxFrameDuration = range.maxFrameDuration.fraction
        frameDurationStep =
            switch range.kind {
            case .stepwise(let step): step?.fraction
            case .discrete, .continuous: nil
            }
        maxFrameRate = 1 / range.minFrameDuration.seconds
    }
}

extension ProbeDocument.Cause {
    fileprivate init(_ cause: RateCause, of camera: CaptureDeviceInfo) {
        let remedy = Remedy(cause, of: camera)
        self.init(cause: cause.name, description: cause.description, deed: remedy.deed, command: remedy.command)
    }
}

extension ProbeDocument.Lock {
    fileprivate init(_ outcome: Probe.Outcome, _ causes: [ProbeDocument.Cause]) {
        let report = outcome.report
        let mode = report?.granted ?? outcome.mode
        fourcc = mode.format.description
        width = mode.size.width
        height = mode.size.height
        requested = Self.rate(outcome.mode)
        granted = report.flatMap { Self.rate($0.granted) }
        fields = report?.granted.fields.rawValue
        measured = report?.measured?.rate
        jitter = report?.measured?.jitter
        frames = report?.measured?.frames
        lost = report?.measured?.lost
        damaged = report?.measured?.damaged
        isHighFrameRate = outcome.isHighFrameRate
        reason = outcome.reason
        warnings = report?.warnings.map(\.description) ?? []
        controls = report?.changes.map(ControlChangeDocument.init) ?? []
        self.causes = causes
    }

    /// The duration's reciprocal, whatever its terms; `nil` where the camera says none.
    private static func rate(_ mode: CaptureMode) -> String? {
        guard mode.statesRate else { return nil }
        let duration = mode.frameDuration.reduced
        return "\(duration.timescale)/\(duration.value)"
    }
}
