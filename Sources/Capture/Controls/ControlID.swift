/// Controls that others depend on, or that time depends on, by the numbers that the kernel gives them for ever
/// (linux/v4l2-controls.h). Their names have changed between kernels.
enum ControlID {
    static let autoWhiteBalance: UInt32 = 0x0098_090C
    static let redBalance: UInt32 = 0x0098_090E
    static let blueBalance: UInt32 = 0x0098_090F
    static let autoGain: UInt32 = 0x0098_0912
    static let gain: UInt32 = 0x0098_0913
    static let autoHue: UInt32 = 0x0098_0919
    static let hue: UInt32 = 0x0098_0903
    static let whiteBalanceTemperature: UInt32 = 0x0098_091A
    static let autoBrightness: UInt32 = 0x0098_0920
    static let brightness: UInt32 = 0x0098_0900
    static let autoExposure: UInt32 = 0x009A_0901
    /// In units of 100 µs.
    static let exposureTime: UInt32 = 0x009A_0902
    /// Whether automatic exposure may lower the rate.
    static let dynamicFrameRate: UInt32 = 0x009A_0903
    static let focus: UInt32 = 0x009A_090A
    static let autoFocus: UInt32 = 0x009A_090C
    static let irisAbsolute: UInt32 = 0x009A_0911
}

/// Names that controls have had in one kernel or another.
enum ControlName {
    /// The name by which `v4l2-ctl` and we set a control: small letters and digits, and one `_` for whatever stands
    /// between.
    static func make(title: String) -> String {
        title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
    }

    /// Which of the controls somebody means: by its name now or in another kernel, or by its number (`0x…` or decimal).
    static func find(_ text: String, in controls: [CameraControl]) -> CameraControl? {
        let name = make(title: text)
        if let control = controls.first(where: { $0.name == name }) { return control }
        let id = number(text).flatMap(UInt32.init(exactly:)) ?? aliases[name]
        return controls.first { $0.id == id }
    }

    static func number(_ text: String) -> Int64? {
        text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    }

    private static let aliases: [String: UInt32] = [
        "exposure_auto": ControlID.autoExposure, "auto_exposure": ControlID.autoExposure,
        "exposure_absolute": ControlID.exposureTime, "exposure_time_absolute": ControlID.exposureTime,
        "exposure_auto_priority": ControlID.dynamicFrameRate,
        "exposure_dynamic_framerate": ControlID.dynamicFrameRate,
        "white_balance_temperature_auto": ControlID.autoWhiteBalance,
        "white_balance_automatic": ControlID.autoWhiteBalance,
        "focus_auto": ControlID.autoFocus, "focus_automatic_continuous": ControlID.autoFocus,
        "autogain": ControlID.autoGain, "gain_automatic": ControlID.autoGain,
        "hue_auto": ControlID.autoHue, "hue_automatic": ControlID.autoHue,
        "brightness_automatic": ControlID.autoBrightness,
    ]
}
