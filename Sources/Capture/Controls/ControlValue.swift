extension CameraControl {
    /// Reads a value as people write it: a number (decimal or `0x…`), `on` and `off`, the name of a menu's value, `default`,
    /// or `+` and `-` for a step up and down; for a zoom also a factor, `2x`.
    ///
    /// - Throws: ``CaptureError`` `.settings` for text that is no value of its kind, `.unsupported` for one that the control does not
    ///   have, and for a control that cannot be set.
    public func value(parsing text: String) throws(CaptureError) -> Int64 {
        guard isSettable else { throw CaptureError(.unsupported, "\(name) can only be read") }
        if text.isEmpty { throw CaptureError(.settings, "\(name) is given no value") }
        if text == "default" { return defaultValue }
        if text == "+" || text == "-" {
            if let next = ControlStep.next(self, up: text == "+") { return next }
            throw CaptureError(.unsupported, "\(name) has no step up or down now")
        }
        if let number = ControlName.number(text) { return number }
        if id == ControlID.zoom { return try ZoomTarget(parsing: text).value(of: self) }
        switch kind {
        case .boolean:
            if ["on", "true", "yes"].contains(text) { return 1 }
            if ["off", "false", "no"].contains(text) { return 0 }
            throw CaptureError(.settings, "\(name) is either on or off, not '\(text)'")
        case .menu, .integerMenu:
            let wish = ControlName.make(title: text)
            if let item = items.first(where: { ControlName.make(title: $0.name) == wish }) { return item.value }
            let names = items.map { "\($0.value) (\($0.name))" }.joined(separator: ", ")
            throw CaptureError(.unsupported, "\(name) has no value '\(text)', but \(names)")
        default:
            throw CaptureError(.settings, "\(name) takes a number, not '\(text)'")
        }
    }

    /// What is set now, in words.
    public var valueDescription: String {
        guard let value else { return "-" }
        if kind == .boolean { return value == 0 ? "off" : "on" }
        guard let item = items.first(where: { $0.value == value }) else { return "\(value)" }
        return "\(value) (\(item.name))"
    }
}
