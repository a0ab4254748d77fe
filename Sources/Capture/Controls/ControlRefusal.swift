/// Why a driver does not take a value for a control.
enum ControlRefusal: Hashable {
    /// The value is none of the control's.
    case value
    /// The control cannot be set as the camera is set now.
    case state
    /// The camera is not ready for it: something in it still moves, or the control is fixed while frames are taken.
    case notReady

    /// In words.
    ///
    /// - Parameters:
    ///   - control: which was to be set.
    ///   - value: to what.
    ///   - controls: all of the camera's, as they are set now.
    /// - Returns: a sentence without a full stop.
    func message(_ control: CameraControl, _ value: Int64, among controls: [CameraControl]) -> String {
        switch self {
        case .value:
            return "the driver refuses \(value) for \(control.name): it takes \(control.choices)"
        case .state:
            if control.isReadOnly { return "\(control.name) can only be read" }
            if let master = ControlDependency.master(of: control.id, in: controls) {
                return "\(control.name) cannot be set while \(master.name) is \(master.valueDescription)"
            }
            return "the camera does not let \(control.name) be set as it is set now"
        case .notReady:
            return "the camera does not let \(control.name) be set now: it still moves, or keeps it while it delivers"
        }
    }

    /// The refusal as an error.
    ///
    /// - Parameters:
    ///   - control: which was to be set.
    ///   - value: to what.
    ///   - controls: all of the camera's, as they are set now.
    ///   - cause: the driver's own error.
    /// - Returns: ``CaptureError`` `.unsupported`.
    func error(
        _ control: CameraControl,
        _ value: Int64,
        among controls: [CameraControl],
        cause: (any Error)? = nil
    ) -> CaptureError {
        CaptureError(
            .unsupported,
            message(control, value, among: controls),
            cause: cause,
            isMomentary: self == .notReady
        )
    }
}

extension CameraControl {
    /// The values that it takes, in words.
    fileprivate var choices: String {
        if !items.isEmpty { return items.map { "\($0.value) (\($0.name))" }.joined(separator: ", ") }
        guard let bounds else { return "others, but does not say which" }
        return "\(bounds.lowerBound) to \(bounds.upperBound)" + (step > 1 ? " in steps of \(step)" : "")
    }
}
