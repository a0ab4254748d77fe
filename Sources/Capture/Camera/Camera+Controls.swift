extension Camera {
    /// Sets controls in the order that they need, all of them or none.
    ///
    /// - Returns: what became of each, in that order.
    func setControls(_ settings: [ControlSetting]) throws(CaptureError) -> [ControlChange] {
        let controls = try self.controls()
        let plan = ControlPlan(settings, controls: controls)
        var changes: [ControlChange] = []
        do throws(CaptureError) {
            for step in plan.steps {
                guard let control = controls.first(where: { $0.id == step.setting.id }) else {
                    throw CaptureError(.unsupported, "\(device.name) has no control \(step.setting.id)")
                }
                let value = try setControl(control, to: step.setting.value)
                changes.append(
                    ControlChange(
                        control: control,
                        requested: step.setting.value,
                        value: value,
                        isImplied: step.isImplied
                    )
                )
            }
        } catch {
            putBack(changes)
            throw error
        }
        return changes
    }

    /// Undoes changes, the last one first: what an automatic has taken over can be set only before it is on again.
    func putBack(_ changes: [ControlChange]) {
        for change in changes.reversed() {
            guard let value = change.control.value else { continue }
            // Where one thing cannot be put back, the next one is tried all the same.
            _ = try? setControl(change.control, to: value)
        }
    }
}
