internal import Capture

/// Controls in words.
enum ControlTable {
    static func lines(_ controls: [CameraControl]) -> [String] {
        Table(
            controls.filter { $0.kind != .other }.map { control in
                [control.name, control.valueDescription, range(control), notes(control)]
            }
        ).lines
    }

    /// What became of a control that was set.
    static func line(_ change: ControlChange) -> String {
        let name = change.control.name
        let before = change.control.value.map { $0 == change.value ? "" : ", was \($0)" } ?? ""
        let cause = change.isImplied ? ", which another setting needs" : ""
        guard let value = change.value else { return "\(name) set\(cause)" }
        let rounding = change.isRounded ? " (the driver's choice for \(change.requested))" : ""
        return "\(name) = \(value)\(rounding)\(before)\(cause)"
    }

    private static func range(_ control: CameraControl) -> String {
        switch control.kind {
        case .integer, .bitmask:
            let step = control.step > 1 ? " by \(control.step)" : ""
            return "\(control.minimum)…\(control.maximum)\(step), default \(control.defaultValue)"
        case .boolean: return "on, off, default \(control.defaultValue == 0 ? "off" : "on")"
        case .menu, .integerMenu:
            let items = control.items.map { "\($0.value) (\($0.name))" }.joined(separator: ", ")
            return "\(items), default \(control.defaultValue)"
        case .button: return "1 presses it"
        case .text, .other: return ""
        }
    }

    private static func notes(_ control: CameraControl) -> String {
        let notes = [control.isInactive ? "inactive" : nil, control.isReadOnly ? "read-only" : nil]
        return notes.compactMap(\.self).joined(separator: ", ")
    }
}
