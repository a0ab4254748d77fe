internal import MediaTime
internal import Pipeline
internal import Synchronization

// Ramps of the zoom.
extension LiveControls {
    /// From one step of a ramp to the next, in seconds; steps of the control itself may be longer.
    private static let pace = RationalTime(1, 50)
    /// How long a camera may not be ready for a step, in seconds.
    private static let patience = RationalTime(5, 1)

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
        // Since when the camera has not been ready.
        var busy: RationalTime?
        do {
            while status.end == nil, last != ramp.end {
                let now = MonotonicClock.now()
                let value = control.nearest(to: ramp.value(after: try now - start))
                if value != last {
                    switch try step(to: value, of: control.id, number) {
                    case .taken: (last, busy) = (value, nil)
                    case .superseded: return
                    case .notReady(let error):
                        if let busy, try now - busy > Self.patience { throw error }
                        busy = busy ?? now
                    }
                }
                if last == ramp.end { return }
                _ = try MonotonicClock.wait(until: MonotonicClock.now() + Self.pace, atMost: Self.pace)
            }
        } catch {
            status.note("the zoom stays at \(last): \(CaptureError(anything: error).message)")
        }
    }

    /// What became of one value on the way.
    private enum Step {
        case taken
        /// Something else was asked of the zoom meanwhile.
        case superseded
        /// The camera still moves. A later value may be taken.
        case notReady(CaptureError)
    }

    /// Sets one value on the way.
    private func step(to value: Int64, of id: UInt32, _ number: Int) throws(CaptureError) -> Step {
        try shared.withLock { shared throws(CaptureError) in
            guard shared.zooms == number, let control = shared.control(id) else { return .superseded }
            let granted: Int64?
            do throws(CaptureError) {
                granted = try present().setControl(control, to: value)
            } catch {
                guard error.isMomentary else { throw error }
                return .notReady(error)
            }
            let now = MonotonicClock.now()
            shared.keep(control.with(value: granted), at: now)
            report(control, to: granted, at: now, .ramp, &shared)
            return .taken
        }
    }
}
