/// A control that has no effect while an automatic sets the same thing. The automatic is to be switched off first.
struct ControlDependency: Hashable {
    /// The automatic.
    let master: UInt32
    /// The control that the automatic sets.
    let dependant: UInt32
    /// The value that switches the automatic off.
    let manual: Int64

    static let all: [ControlDependency] = [
        // V4L2_EXPOSURE_MANUAL is 1; the other automatics are switches.
        ControlDependency(master: ControlID.autoExposure, dependant: ControlID.exposureTime, manual: 1),
        ControlDependency(master: ControlID.autoExposure, dependant: ControlID.irisAbsolute, manual: 1),
        ControlDependency(master: ControlID.autoFocus, dependant: ControlID.focus, manual: 0),
        ControlDependency(
            master: ControlID.autoWhiteBalance,
            dependant: ControlID.whiteBalanceTemperature,
            manual: 0
        ),
        ControlDependency(master: ControlID.autoWhiteBalance, dependant: ControlID.redBalance, manual: 0),
        ControlDependency(master: ControlID.autoWhiteBalance, dependant: ControlID.blueBalance, manual: 0),
        ControlDependency(master: ControlID.autoGain, dependant: ControlID.gain, manual: 0),
        ControlDependency(master: ControlID.autoHue, dependant: ControlID.hue, manual: 0),
        ControlDependency(master: ControlID.autoBrightness, dependant: ControlID.brightness, manual: 0),
    ]

    /// Whether a control is an automatic.
    static func isMaster(_ id: UInt32) -> Bool { all.contains { $0.master == id } }

    /// The automatic that sets a control now; `nil` where none does.
    static func master(of id: UInt32, in controls: [CameraControl]) -> CameraControl? {
        for rule in all where rule.dependant == id {
            let master = controls.first { $0.id == rule.master }
            if let master, let value = master.value, value != rule.manual { return master }
        }
        return nil
    }
}
