internal import MediaTime

/// Why a camera's rate is not what was hoped for, concluded from evidence. The cause that is most certain comes first.
///
/// Where the rate is right and no frame is lost, nothing is looked for: a setting that does no harm is no cause.
public struct RateDiagnosis: Hashable, Sendable {
    /// What is wrong with the rate.
    public struct Symptoms: Hashable, Sendable {
        /// Fewer frames come than were granted.
        public let isSlow: Bool
        /// The camera granted less than what was asked for.
        public let missesWish: Bool
        /// Frames were lost or damaged.
        public let losesFrames: Bool
        /// The time from frame to frame strays by more than a third.
        public let isUneven: Bool

        /// Whether fewer frames arrive than were hoped for.
        public var isShort: Bool { isSlow || missesWish || losesFrames }

        /// Whether nothing is wrong.
        public var isHealthy: Bool { !isShort && !isUneven }
    }

    /// What is wrong.
    public let symptoms: Symptoms
    /// Why; empty where nothing is wrong, or no cause is seen.
    public let causes: [RateCause]

    /// Concludes.
    ///
    /// - Complexity: O(number of sizes and controls).
    public init(_ evidence: CameraEvidence) {
        symptoms = Symptoms(evidence)
        let examination = Examination(evidence: evidence, symptoms: symptoms)
        causes = symptoms.isHealthy ? [] : examination.causes
    }
}

extension RateDiagnosis.Symptoms {
    fileprivate init(_ evidence: CameraEvidence) {
        let measured = evidence.measured
        let duration = evidence.granted.frameDuration.seconds
        let granted = 1 / duration
        isSlow = measured.rate < granted * (1 - LockWarning.tolerance)
        missesWish = evidence.wish.map { granted < $0.approximation * (1 - LockWarning.tolerance) } ?? false
        // A single frame is lost in any start.
        losesFrames = measured.lost + measured.damaged > max(1, measured.frames / 100)
        isUneven = measured.jitter * measured.rate > 1 / 3
    }
}

/// One rule for each cause.
private struct Examination {
    let evidence: CameraEvidence
    let symptoms: RateDiagnosis.Symptoms

    var causes: [RateCause] {
        let settings = [exposure, lowersRate, mains, automaticExposure]
        let ways = [bandwidth, hubOrSocketOrCable, damage, sharedBus]
        let machine = [governor, processors, autofocus]
        return (settings + ways + [mode] + machine).compactMap(\.self)
    }

    private var duration: RationalTime { evidence.granted.frameDuration }
    private var grantedRate: Double { 1 / duration.seconds }
    private var isEven: Bool { !symptoms.isUneven && evidence.measured.lost == 0 }

    private func control(_ id: UInt32) -> CameraControl? { evidence.controls.first { $0.id == id && !$0.isReadOnly } }

    /// Whether exposure is chosen by the camera: the master of the exposure time does not say "by hand" (1), nor "by shutter" (2).
    private var automatic: CameraControl? {
        control(ControlID.autoExposure).flatMap { [0, 3].contains($0.value) ? $0 : nil }
    }

    // MARK: What is set at the camera

    private var exposure: RateCause? {
        guard symptoms.isSlow, let time = control(ControlID.exposureTime), !time.isInactive, let ticks = time.value,
            // Half a unit is the driver's own rounding.
            Double(ticks) - 0.5 > duration.seconds * Self.exposureUnits
        else { return nil }
        return .exposureTooLong(exposure: RationalTime(ticks, Int32(Self.exposureUnits)), frameDuration: duration)
    }

    private var lowersRate: RateCause? {
        guard symptoms.isSlow, automatic != nil, let priority = control(ControlID.dynamicFrameRate), priority.value == 1
        else { return nil }
        return .automaticLowersRate(control: priority.name)
    }

    /// Lamps flicker twice in each period of the mains. Exposure lasts a flicker at least, even where a frame is shorter.
    private var mains: RateCause? {
        guard symptoms.isSlow, isEven, automatic != nil, let mains = control(ControlID.powerLineFrequency),
            let flicker = Self.flickers[mains.value ?? 0]?.first(where: isLimit)
        else { return nil }
        return .mainsFrequency(control: mains.name, flicker: flicker)
    }

    private func isLimit(_ flicker: Double) -> Bool {
        grantedRate > flicker && abs(evidence.measured.rate / flicker - 1) < LockWarning.tolerance
    }

    private var automaticExposure: RateCause? {
        guard symptoms.isSlow, isEven, lowersRate == nil, mains == nil, let automatic else { return nil }
        return .automaticExposure(control: automatic.name, granted: grantedRate, measured: evidence.measured.rate)
    }

    // MARK: The way to the machine

    private var isHindered: Bool { symptoms.isSlow || symptoms.losesFrames }

    private var bandwidth: RateCause? {
        guard isHindered, let usb = evidence.usb, let needed = bytesPerSecond, needed > usb.capacity else { return nil }
        return .bandwidth(format: evidence.granted.format, needed: needed, capacity: usb.capacity)
    }

    /// Of frames that are not encoded.
    private var bytesPerSecond: Double? {
        guard evidence.formats.first(where: { $0.code == evidence.granted.format })?.isCompressed == false,
            let bits = Self.bitsPerPixel[evidence.granted.format.description]
        else { return nil }
        return Double(evidence.granted.size.area) * Double(bits) / 8 * grantedRate
    }

    private var hubOrSocketOrCable: RateCause? {
        guard let usb = evidence.usb, usb.camera.isSuperSpeed, usb.camera.speed <= 480,
            isHindered || symptoms.missesWish
        else { return nil }
        if let hub = usb.hubs.first(where: { !$0.isSuperSpeed }) { return .slowHub(name: hub.name) }
        if usb.isSocketSuperSpeed == false { return .slowSocket }
        return .slowCable(isCertain: usb.isCertain && usb.isSocketSuperSpeed == true)
    }

    private var damage: RateCause? {
        let measured = evidence.measured
        guard measured.damaged > max(1, measured.frames / 100) else { return nil }
        return .damagedFrames(measured.damaged, of: measured.frames)
    }

    private var sharedBus: RateCause? {
        guard symptoms.losesFrames, let usb = evidence.usb, !usb.neighbours.isEmpty else { return nil }
        return .sharedBus(names: usb.neighbours.map(\.name))
    }

    // MARK: What was chosen

    /// A mode with a higher rate, where one is missing.
    private var mode: RateCause? {
        guard symptoms.missesWish || bandwidth != nil else { return nil }
        let modes = evidence.formats.filter { !$0.isEmulated }.flatMap { format in
            format.sizes.flatMap { size in
                size.ranges.compactMap { range in range.maxFrameRate.map { (format.code, size.size, $0) } }
            }
        }
        let wish = evidence.wish?.approximation ?? grantedRate
        let enough = modes.filter {
            $0.2.approximation >= wish * (1 - LockWarning.tolerance) && $0.0 != evidence.granted.format
        }
        if let same = enough.filter({ $0.1 == evidence.granted.size }).max(by: { $0.2 < $1.2 }) {
            return .otherFormat(same.0, size: same.1, rate: same.2)
        }
        // None reaches the wish: one that comes nearer.
        let better = modes.filter { $0.1 == evidence.granted.size && $0.2.approximation > grantedRate * 1.1 }
        if let best = better.max(by: { $0.2 < $1.2 }) { return .otherFormat(best.0, size: best.1, rate: best.2) }
        let others = modes.filter { $0.2.approximation >= wish * (1 - LockWarning.tolerance) }
        return others.max { $0.1.area < $1.1.area }.map { .otherSize($0.0, size: $0.1, rate: $0.2) }
    }

    // MARK: The machine

    private var governor: RateCause? {
        // These two drivers' `powersave` follows the load; the others' is the lowest clock.
        guard symptoms.losesFrames || symptoms.isUneven, let state = evidence.processors,
            !["intel_pstate", "amd-pstate-epp"].contains(state.driver),
            let low = state.governors.first(where: { $0 == "powersave" })
        else { return nil }
        return .governor(low)
    }

    private var processors: RateCause? {
        guard symptoms.losesFrames || symptoms.isUneven, let state = evidence.processors, state.count > 0,
            state.waiting.map({ $0 > 0.2 }) ?? (state.load > Double(state.count) * 1.2)
        else { return nil }
        return .busyProcessors(load: state.load, count: state.count)
    }

    private var autofocus: RateCause? {
        guard symptoms.isUneven || symptoms.losesFrames, let focus = control(ControlID.autoFocus), focus.value == 1
        else {
            return nil
        }
        return .autofocus(control: focus.name, jitter: evidence.measured.jitter, frameDuration: duration)
    }

    /// How often lamps flicker a second, by the control's value: 50 Hz, 60 Hz, or what the camera itself finds.
    private static let flickers: [Int64: [Double]] = [1: [100], 2: [120], 3: [100, 120]]

    /// Drivers count exposure in so many parts of a second.
    private static let exposureUnits = 10_000.0

    /// Of raw formats that cameras have.
    private static let bitsPerPixel: [String: Int] = [
        "YUYV": 16, "UYVY": 16, "YVYU": 16, "VYUY": 16, "YU12": 12, "YV12": 12, "NV12": 12, "NV21": 12, "GREY": 8,
        "Y10": 16, "Y12": 16, "Y16": 16, "Z16": 16, "RGB3": 24, "BGR3": 24, "BA81": 8, "GBRG": 8, "GRBG": 8, "RGGB": 8,
        "BG10": 16, "GB10": 16, "BA10": 16, "RG10": 16, "BG12": 16, "GB12": 16, "BA12": 16, "RG12": 16, "BYR2": 16,
    ]
}
