internal import MediaTime
internal import Synchronization

/// The controls of a camera while it is recorded. Any thread sets them, one at a time; never the one that takes frames.
///
/// `@unchecked Sendable`: the camera's controls are used under the lock only.
final class LiveControls: @unchecked Sendable {
    struct State {
        /// As far as they are known, in the driver's order.
        var controls: [CameraControl] = []
        /// Since when each is as it is: what the camera tells of before that is known.
        var instants: [UInt32: RationalTime] = [:]
        /// Automatics of which it was said that they change something.
        var suspects: Set<UInt32> = []
        /// When to read what automatics set.
        var reading = RationalTime.zero
        /// Whether it was said that frames are exposed longer than they last.
        var isTooLong = false
        /// Counts what is asked of the zoom: a ramp ends when something else is asked.
        var zooms = 0

        func control(_ id: UInt32) -> CameraControl? { controls.first { $0.id == id } }

        /// Takes a control as it is since an instant.
        mutating func keep(_ control: CameraControl, at instant: RationalTime) {
            controls = controls.map { $0.id == control.id ? control : $0 }
            instants[control.id] = instant
        }
    }

    let camera: (any AdjustableCamera)?
    let name: String
    let frameDuration: RationalTime
    let status: RecordingStatus
    let requests: RecordingRequests
    let shared = Mutex(State())

    /// - Parameters:
    ///   - camera: what is set; `nil` where nothing can be.
    ///   - stream: the same camera's frames.
    ///   - status: gets what is to be said.
    ///   - requests: gets the changes.
    init(
        _ camera: (any AdjustableCamera)?,
        of stream: any CaptureStream,
        status: RecordingStatus,
        requests: RecordingRequests
    ) {
        self.camera = camera
        name = stream.device.name
        frameDuration = stream.mode.frameDuration
        self.status = status
        self.requests = requests
    }

    /// Whether there is anything to set.
    var isThere: Bool { camera != nil }

    /// All controls as they are known, without asking the camera.
    func known() throws(CaptureError) -> [CameraControl] {
        try shared.withLock { shared throws(CaptureError) in
            shared.controls.isEmpty ? try read(&shared) : shared.controls
        }
    }

    /// All controls as they are now.
    func all() throws(CaptureError) -> [CameraControl] {
        try shared.withLock { shared throws(CaptureError) in try read(&shared) }
    }

    /// Sets controls in the order that they need, all of them or none. A ramp of the zoom ends.
    func set(_ settings: [ControlSetting]) throws(CaptureError) -> [ControlChange] {
        try shared.withLock { shared throws(CaptureError) in
            if settings.contains(where: { $0.id == ControlID.zoom }) { shared.zooms += 1 }
            return try set(settings, as: .asked, &shared)
        }
    }

    /// Asks the camera for all controls.
    func read(_ shared: inout State) throws(CaptureError) -> [CameraControl] {
        shared.controls = try present().controls()
        return shared.controls
    }

    private func set(
        _ settings: [ControlSetting],
        as cause: RecordedControlChange.Cause,
        _ shared: inout State
    ) throws(CaptureError) -> [ControlChange] {
        let camera = try present()
        var told: [(change: ControlChange, instant: RationalTime)] = []
        defer {
            for (change, instant) in told {
                shared.keep(change.result, at: instant)
                report(change.control, to: change.value, at: instant, change.isImplied ? .implied : cause, &shared)
            }
        }
        // To ask for all controls takes as long as some tens of settings, and cameras are busy meanwhile.
        let known = shared.controls.isEmpty ? try read(&shared) : shared.controls
        var changes: [ControlChange] = []
        do throws(CaptureError) {
            changes = try camera.setControls(settings, known: known) { told.append(($0, MonotonicClock.now())) }
        } catch {
            // Somebody else may have changed what it depends on.
            let fresh = try read(&shared)
            guard fresh.map(\.isInactive) != known.map(\.isInactive) else { throw error }
            changes = try camera.setControls(settings, known: fresh) { told.append(($0, MonotonicClock.now())) }
        }
        // What an automatic sets is free, or taken, from now on.
        if changes.contains(where: { ControlDependency.isMaster($0.control.id) }) { _ = try? read(&shared) }
        return changes
    }

    /// The camera.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` where nothing can be set.
    func present() throws(CaptureError) -> any AdjustableCamera {
        guard let camera else { throw CaptureError(.unsupported, "\(name) has no controls to set") }
        return camera
    }

    /// Has a change logged and stored, and warns of an exposure that is longer than a frame.
    func report(
        _ control: CameraControl,
        to value: Int64?,
        at instant: RationalTime,
        _ cause: RecordedControlChange.Cause,
        _ shared: inout State
    ) {
        let change = RecordedControlChange(
            id: control.id,
            name: control.name,
            previous: control.value,
            value: value,
            instant: instant,
            cause: cause
        )
        requests.add(change)
        status.tell(.control(change))
        guard control.id == ControlID.exposureTime, let value else { return }
        let warning = ExposurePolicy.warning(value, frameDuration)
        if let warning, !shared.isTooLong { status.note("\(warning)") }
        shared.isTooLong = warning != nil
    }
}
