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
}
