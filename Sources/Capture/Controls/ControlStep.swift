internal import Glibc

/// How far a key moves a control.
enum ControlStep {
    /// Up to what a step multiplies, where a control is a length of time or of a lens: eyes see ratios. A third of a stop.
    private static let ratio = 1.26
    /// Of all others a step is this part of the range.
    private static let parts: Int64 = 25

    /// The next value up or down; `nil` where there is none to be had: the control is no number, or its value is not known.
    static func next(_ control: CameraControl, up: Bool) -> Int64? {
        guard control.kind == .integer, let value = control.value else { return nil }
        let step = Int64(clamping: max(1, control.step))
        let distance: Int64
        if [ControlID.exposureTime, ControlID.zoom].contains(control.id), control.minimum > 0 {
            let target = Double(value) * (up ? ratio : 1 / ratio)
            distance = abs(Int64(nearest: target - Double(value)))
        } else {
            let bounds = control.bounds ?? 0...0
            let (range, overflow) = bounds.upperBound.subtractingReportingOverflow(bounds.lowerBound)
            distance = (overflow ? .max : range) / parts
        }
        let (moved, overflow) = value.addingReportingOverflow((up ? 1 : -1) * max(step, distance))
        return overflow ? value : control.nearest(to: moved)
    }
}
