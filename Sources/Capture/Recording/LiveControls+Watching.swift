internal import MediaTime
internal import Synchronization

// Changes that nobody asked for.
extension LiveControls {
    /// From one reading of what automatics set to the next: cameras may change it without telling.
    private static let interval = RationalTime(1, 1)
    /// How long to sleep between looks at events, which have instants of their own.
    private static let patience = RationalTime(1, 10)

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
