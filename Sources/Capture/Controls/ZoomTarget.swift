/// Where a zoom goes.
public enum ZoomTarget: Hashable, Sendable {
    /// So many times as close as the widest view.
    case factor(Double)
    /// A value of the camera's control.
    case value(Int64)

    /// Reads `2x`, `1.5x` or a value.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for other text.
    public init(parsing text: String) throws(CaptureError) {
        if text.hasSuffix("x"), let factor = Double(text.dropLast()), factor.isFinite, factor > 0 {
            self = .factor(factor)
        } else if let value = ControlName.number(text) {
            self = .value(value)
        } else {
            throw CaptureError(.unsupported, "'\(text)' is no zoom: write 2x, or a value of the camera's own")
        }
    }

    /// The value of a control, within its bounds.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for what is out of bounds, and for a factor where values are no lengths.
    func value(of control: CameraControl) throws(CaptureError) -> Int64 {
        switch self {
        case .value(let value):
            guard (control.minimum...control.maximum).contains(value) else {
                throw CaptureError(.unsupported, ControlRefusal.value.message(control, value, among: []))
            }
            return control.nearest(to: value)
        case .factor(let factor):
            guard control.minimum > 0 else {
                throw CaptureError(
                    .unsupported,
                    "\(control.name) begins at \(control.minimum), which is no focal length: say a value, not a factor"
                )
            }
            let value = (Double(control.minimum) * factor).rounded()
            guard factor >= 1, value <= Double(control.maximum) else {
                let highest = (Double(control.maximum) / Double(control.minimum) * 10).rounded(.down) / 10
                throw CaptureError(.unsupported, "\(control.name) goes from 1x to \(highest)x, not to \(factor)x")
            }
            return control.nearest(to: Int64(nearest: value))
        }
    }
}
