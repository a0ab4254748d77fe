/// Names that controls have had in one kernel or another.
enum ControlName {
    /// The name by which `v4l2-ctl` and we set a control: small letters and digits, and one `_` for whatever stands
    /// between.
    static func make(title: String) -> String {
        title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
    }

    /// Finds a control by its name, in this kernel or in another one, or by its number (`0x…` or decimal).
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
        "exposure": ControlID.exposureTime, "focus": ControlID.focus, "zoom": ControlID.zoom,
        "white_balance": ControlID.whiteBalanceTemperature,
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
