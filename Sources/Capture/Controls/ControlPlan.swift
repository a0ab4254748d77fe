/// A value for a control.
public struct ControlSetting: Hashable, Sendable {
    /// Which one, by the number that drivers know.
    public let id: UInt32
    /// What it is to be.
    public let value: Int64

    /// A value for a control.
    public init(id: UInt32, value: Int64) {
        self.id = id
        self.value = value
    }
}

/// What became of a control that was set.
public struct ControlChange: Hashable, Sendable {
    /// Which one.
    public let control: CameraControl
    /// What was asked for.
    public let requested: Int64
    /// What the driver made of it; `nil` where that cannot be read.
    public let value: Int64?
    /// Whether nobody asked for it, but something else depends on it.
    public let isImplied: Bool

    /// Whether the driver made something else of it.
    public var isRounded: Bool { value.map { $0 != requested } ?? false }
}

/// The order in which controls are set.
struct ControlPlan: Hashable {
    struct Step: Hashable {
        let setting: ControlSetting
        let isImplied: Bool
    }

    let steps: [Step]

    /// Puts automatics before what they take over, and switches off those that nobody mentioned and that would undo it.
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
