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

    /// The value of a control, within its bounds where it has some.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for what is out of bounds, and for a factor where values are no lengths.
    func value(of control: CameraControl) throws(CaptureError) -> Int64 {
        switch self {
        case .value(let value):
            guard control.bounds?.contains(value) ?? true else {
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
            let highest = control.bounds.map { Double($0.upperBound) }
            guard factor >= 1, value <= highest ?? .infinity else {
                let last = highest.map { " to \(($0 / Double(control.minimum) * 10).rounded(.down) / 10)x" } ?? " on"
                throw CaptureError(.unsupported, "\(control.name) goes from 1x\(last), not to \(factor)x")
            }
            return control.nearest(to: Int64(nearest: value))
        }
    }
}
