internal import MediaTime
internal import Pipeline
internal import Synchronization

/// The controls of a camera while it is recorded. Any thread sets them, one at a time; never the one that takes frames.
///
/// `@unchecked Sendable`: the camera's controls are used under the lock only.
final class LiveControls: @unchecked Sendable {
    private struct State {
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

    private let camera: (any AdjustableCamera)?
    private let name: String
    private let frameDuration: RationalTime
    private let status: RecordingStatus
    private let requests: RecordingRequests
    private let shared = Mutex(State())

    /// From one reading of what automatics set to the next: cameras may change it without telling.
    private static let interval = RationalTime(1, 1)
    /// How long to sleep between looks at events.
    private static let patience = RationalTime(1, 50)

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

    private func read(_ shared: inout State) throws(CaptureError) -> [CameraControl] {
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

    private func present() throws(CaptureError) -> any AdjustableCamera {
        guard let camera else { throw CaptureError(.unsupported, "\(name) has no controls to set") }
        return camera
    }

    private func report(
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

// Changes that nobody asked for.
extension LiveControls {
    /// Watches the controls until the recording is to end. What cannot be watched is left alone.
    func watch() {
        guard let camera else { return }
        shared.withLock { ($0.suspects, $0.isTooLong) = ([], false) }
        do {
            while status.end == nil {
                try shared.withLock { shared throws(CaptureError) in try look(at: camera, &shared) }
                _ = try? MonotonicClock.wait(until: MonotonicClock.now() + Self.patience, atMost: Self.patience)
            }
        } catch {
            // A camera that has gone ends the recording elsewhere.
        }
    }

    private func look(at camera: any AdjustableCamera, _ shared: inout State) throws(CaptureError) {
        for event in try camera.takeControlEvents() where event.instant > shared.instants[event.id] ?? .zero {
            note(event.value, of: event.id, at: event.instant, &shared)
        }
        let now = MonotonicClock.now()
        guard now >= shared.reading else { return }
        shared.reading = (try? now + Self.interval) ?? now
        let known = shared.controls
        for control in known where ControlDependency.master(of: control.id, in: known) != nil {
            guard let value = try camera.value(of: control) else { continue }
            note(value, of: control.id, at: MonotonicClock.now(), &shared)
        }
    }

    /// Reports a value that is news. A change by ourselves is known already.
    private func note(_ value: Int64, of id: UInt32, at instant: RationalTime, _ shared: inout State) {
        // What can only be read is no setting: some drivers count frames there.
        guard let control = shared.control(id), control.isSettable, control.value != value else { return }
        shared.keep(control.with(value: value, isInactive: control.isInactive), at: instant)
        guard let before = control.value else { return }
        let master = ControlDependency.master(of: id, in: shared.controls)
        report(control, to: value, at: instant, master == nil ? .elsewhere : .automatic, &shared)
        guard let master, shared.suspects.insert(master.id).inserted else { return }
        status.note(
            "\(control.name) changes by itself, from \(before) to \(value), while \(master.name) is "
                + "\(master.valueDescription): frames will differ; set it by hand to keep it"
        )
    }
}

// Ramps of the zoom.
extension LiveControls {
    /// From one step of a ramp to the next, in seconds; steps of the control itself may be longer.
    private static let pace = RationalTime(1, 50)

    /// Zooms within a time, on a thread of its own, until the recording ends or something else is asked of the zoom.
    ///
    /// - Returns: where the zoom is, and where it goes.
    func zoom(to target: ZoomTarget, over duration: RationalTime) throws(CaptureError) -> ControlRamp {
        guard [.recording, .waiting, .starting].contains(status.state) else {
            throw CaptureError(.misuse, "a zoom takes its time while a recording runs")
        }
        let (control, ramp, number) = try shared.withLock { shared throws(CaptureError) in
            let known = shared.controls.isEmpty ? try read(&shared) : shared.controls
            guard let control = known.first(where: { $0.id == ControlID.zoom }), let value = control.value else {
                throw CaptureError(.unsupported, "\(name) has no zoom to set")
            }
            let end = try target.value(of: control)
            shared.zooms += 1
            return (control, ControlRamp(control, from: value, to: end, over: duration), shared.zooms)
        }
        do {
            try DetachedThread.start { [self] in run(ramp, of: control, number) }
        } catch {
            throw CaptureError(error)
        }
        return ramp
    }

    /// Leaves the zoom where it is.
    func stopZoom() { shared.withLock { $0.zooms += 1 } }

    private func run(_ ramp: ControlRamp, of control: CameraControl, _ number: Int) {
        let start = MonotonicClock.now()
        var last = ramp.start
        var elapsed = RationalTime.zero
        do {
            while status.end == nil, last != ramp.end {
                elapsed = try MonotonicClock.now() - start
                let value = control.nearest(to: ramp.value(after: elapsed))
                if value != last, try !step(to: value, of: control.id, number) { return }
                last = value
                if last == ramp.end { return }
                _ = try MonotonicClock.wait(until: MonotonicClock.now() + Self.pace, atMost: Self.pace)
            }
        } catch {
            status.note("the zoom stays at \(last): \(CaptureError(anything: error).message)")
        }
    }

    /// Sets one value on the way; `false` where something else was asked of the zoom meanwhile.
    private func step(to value: Int64, of id: UInt32, _ number: Int) throws(CaptureError) -> Bool {
        try shared.withLock { shared throws(CaptureError) in
            guard shared.zooms == number, let control = shared.control(id) else { return false }
            let granted = try present().setControl(control, to: value)
            let now = MonotonicClock.now()
            shared.keep(control.with(value: granted), at: now)
            report(control, to: granted, at: now, .ramp, &shared)
            return true
        }
    }
}
