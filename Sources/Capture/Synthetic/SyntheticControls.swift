internal import MediaTime
internal import Synchronization

/// What can be set at the synthetic camera. All automatics are off at first. While one is on, what it sets changes by a step
/// each second, as if the light or the distance did.
final class SyntheticControls: AdjustableCamera, Sendable {
    private struct State {
        var values: [UInt32: Int64] = [:]
        /// Since when automatics are on.
        var automatics: [UInt32: RationalTime] = [:]
        /// Whether a key frame is wanted.
        var wantsKey = false
        /// What was told of the values last; `nil` while nobody listens.
        var told: [UInt32: Int64]?
    }

    let device = SyntheticBackend.device
    private let state = Mutex(State())

    /// How much brighter than usual frames are: 1 and more.
    var brightness: Double { state.withLock { 1 + Double($0.values[ControlID.gain] ?? 0) / 25 } }

    /// Whether the next frame is to be one with which decoding can begin; it is asked once.
    func takeKeyWish() -> Bool {
        state.withLock { state in
            defer { state.wantsKey = false }
            return state.wantsKey
        }
    }

    func controls() -> [CameraControl] {
        state.withLock { state in Self.list.map { Self.current($0, state) } }
    }

    func setControl(_ control: CameraControl, to value: Int64) throws(CaptureError) -> Int64? {
        let controls = controls()
        guard let control = controls.first(where: { $0.id == control.id }) else {
            throw CaptureError(.unsupported, "the synthetic camera has no control \(control.name)")
        }
        let isKnown = control.items.isEmpty || control.items.contains { $0.value == value }
        let refusal: ControlRefusal? = control.isInactive ? .state : isKnown ? nil : .value
        if let refusal { throw CaptureError(.unsupported, refusal.message(control, value, among: controls)) }
        return state.withLock { state in
            if control.kind == .button {
                state.wantsKey = true
                return nil
            }
            let granted = control.nearest(to: value)
            for rule in ControlDependency.all where rule.master == control.id {
                // What an automatic has set last stays set.
                if let dependant = Self.list.first(where: { $0.id == rule.dependant }) {
                    state.values[rule.dependant] = Self.current(dependant, state).value
                }
                state.automatics[control.id] =
                    granted == rule.manual ? nil : state.automatics[control.id] ?? MonotonicClock.now()
            }
            state.values[control.id] = granted
            return granted
        }
    }

    func takeControlEvents() -> [ControlEvent] {
        state.withLock { state in
            let now = MonotonicClock.now()
            let values = Dictionary(
                Self.list.map { ($0.id, Self.current($0, state).value ?? 0) },
                uniquingKeysWith: { $1 }
            )
            defer { state.told = values }
            guard let told = state.told else { return [] }
            return values.filter { told[$0.key] != $0.value }
                .map { ControlEvent(id: $0.key, value: $0.value, instant: now) }
        }
    }

    /// A control as it is now.
    private static func current(_ control: CameraControl, _ state: State) -> CameraControl {
        let value = state.values[control.id] ?? control.defaultValue
        let rule = ControlDependency.all.first { $0.dependant == control.id && state.automatics[$0.master] != nil }
        guard let rule, let since = state.automatics[rule.master], let elapsed = try? MonotonicClock.now() - since
        else { return control.with(value: value) }
        let steps = Int64(elapsed.seconds) * Int64(control.step)
        return control.with(value: control.nearest(to: value + steps), isInactive: true)
    }

    private static let list: [CameraControl] = [
        control(ControlID.gain, "gain", 0...100),
        control(ControlID.autoWhiteBalance, "white_balance_automatic", 0...1, .boolean),
        control(ControlID.whiteBalanceTemperature, "white_balance_temperature", 2800...6500, step: 10, usually: 4600),
        control(
            ControlID.autoExposure,
            "auto_exposure",
            1...3,
            .menu,
            usually: 1,
            items: [
                CameraControl.Item(value: 1, name: "Manual Mode"),
                CameraControl.Item(value: 3, name: "Aperture Priority Mode"),
            ]
        ),
        // Short enough for 1000 frames a second.
        control(ControlID.exposureTime, "exposure_time_absolute", 1...5000, usually: 5),
        control(ControlID.autoFocus, "focus_automatic_continuous", 0...1, .boolean),
        control(ControlID.focus, "focus_absolute", 0...250, step: 5),
        control(ControlID.zoom, "zoom_absolute", 100...500, usually: 100),
        control(ControlID.forceKeyFrame, "force_key_frame", 0...0, .button),
    ]

    private static func control(
        _ id: UInt32,
        _ name: String,
        _ range: ClosedRange<Int64>,
        _ kind: CameraControl.Kind = .integer,
        step: UInt64 = 1,
        usually value: Int64 = 0,
        items: [CameraControl.Item] = []
    ) -> CameraControl {
        CameraControl(
            id: id,
            name: name,
            kind: kind,
            minimum: range.lowerBound,
            maximum: range.upperBound,
            step: step,
            defaultValue: value,
            value: value,
            isInactive: false,
            isReadOnly: false,
            items: items
        )
    }
}
