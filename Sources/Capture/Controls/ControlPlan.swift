/// The order in which controls are set.
struct ControlPlan: Hashable {
    struct Step: Hashable {
        let setting: ControlSetting
        let isImplied: Bool
    }

    let steps: [Step]

    /// Puts automatics before the controls that they set, and switches off those that would undo a setting.
    init(_ settings: [ControlSetting], controls: [CameraControl]) {
        let named = Set(settings.map(\.id))
        var masters: [Step] = []
        for setting in settings {
            for rule in ControlDependency.all where rule.dependant == setting.id {
                guard let master = controls.first(where: { $0.id == rule.master }), !named.contains(master.id),
                    master.isSettable, master.value != rule.manual, rule.isNeeded(controls),
                    !masters.contains(where: { $0.setting.id == master.id })
                else { continue }
                masters.append(Step(setting: ControlSetting(id: master.id, value: rule.manual), isImplied: true))
            }
        }
        let isMaster = Set(ControlDependency.all.map(\.master))
        let asked = settings.map { Step(setting: $0, isImplied: false) }
        steps =
            masters + asked.filter { isMaster.contains($0.setting.id) }
            + asked.filter { !isMaster.contains($0.setting.id) }
    }
}

extension ControlDependency {
    /// Drivers mark what an automatic has taken over; where it is not marked, it can be set.
    fileprivate func isNeeded(_ controls: [CameraControl]) -> Bool {
        controls.first { $0.id == dependant }?.isInactive ?? false
    }
}
