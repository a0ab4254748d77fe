extension AdjustableCamera {
    /// Sets controls in the order that they need, all of them or none.
    ///
    /// - Parameters:
    ///   - settings: which controls, and to what.
    ///   - known: all controls as they are now; `nil` where the camera is to be asked, which takes a while.
    ///   - told: is called with each change as soon as it is made, also with those that are taken back.
    /// - Returns: what became of each, in that order.
    /// - Throws: ``CaptureError`` of the first one that could not be set; `.settings` where one is to be set twice, and nothing is set.
    func setControls(
        _ settings: [ControlSetting],
        known: [CameraControl]? = nil,
        told: (ControlChange) -> Void = { _ in }
    ) throws(CaptureError) -> [ControlChange] {
        var controls: [CameraControl] = []
        if let known { controls = known } else { controls = try self.controls() }
        var named: Set<UInt32> = []
        if let twice = settings.first(where: { !named.insert($0.id).inserted }) {
            let name = controls.first { $0.id == twice.id }?.name ?? "\(twice.id)"
            throw CaptureError(.settings, "\(name) is to be set twice at once")
        }
        let plan = ControlPlan(settings, controls: controls)
        var changes: [ControlChange] = []
        do throws(CaptureError) {
            for step in plan.steps {
                guard let control = controls.first(where: { $0.id == step.setting.id }) else {
                    throw CaptureError(.unsupported, "\(device.name) has no control \(step.setting.id)")
                }
                let value = try setControl(control, to: step.setting.value)
                let change = ControlChange(
                    control: control,
                    requested: step.setting.value,
                    value: value,
                    isImplied: step.isImplied
                )
                told(change)
                changes.append(change)
            }
        } catch {
            putBack(changes, told: told)
            throw error
        }
        return changes
    }

    /// Undoes changes, the last one first: what an automatic has taken over can be set only before it is on again.
    func putBack(_ changes: [ControlChange], told: (ControlChange) -> Void = { _ in }) {
        for change in changes.reversed() {
            guard let value = change.control.value else { continue }
            // Where one thing cannot be put back, the next one is tried all the same.
            guard let set = try? setControl(change.control, to: value) else { continue }
            told(
                ControlChange(
                    control: change.control.with(value: change.value),
                    requested: value,
                    value: set,
                    isImplied: true
                )
            )
        }
    }
}
