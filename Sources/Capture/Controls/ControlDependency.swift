/// A control that is out of effect as long as an automatic does the same: the automatic must go first.
struct ControlDependency: Hashable {
    /// The automatic.
    let master: UInt32
    /// What it takes over.
    let dependant: UInt32
    /// The automatic's value that leaves it to people.
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
