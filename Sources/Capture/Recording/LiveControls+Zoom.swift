internal import MediaTime
internal import Pipeline
internal import Synchronization

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
