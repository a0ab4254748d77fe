internal import Glibc
internal import MediaTime

/// A control's way from one value to another.
///
/// Where values are lengths, as those of a lens, each instant changes them by the same ratio: so it looks steady. Where they
/// may be zero or less, they are no lengths, and change by the same difference.
struct ControlRamp: Hashable {
    /// Where it begins.
    let start: Int64
    /// Where it ends.
    let end: Int64
    /// How long it takes, in seconds.
    let duration: RationalTime
    /// Whether ratios count.
    let isExponential: Bool

    init(_ control: CameraControl, from start: Int64, to end: Int64, over duration: RationalTime) {
        self.start = start
        self.end = end
        self.duration = duration
        // Some drivers report a value that is below the smallest.
        isExponential = control.minimum > 0 && min(start, end) > 0
    }

    /// The value at an instant, in seconds since the beginning; before that the first value, and after the end the last one.
    func value(after elapsed: RationalTime) -> Int64 {
        guard elapsed < duration else { return end }
        guard elapsed > .zero else { return start }
        let part = elapsed.seconds / duration.seconds
        let (start, end) = (Double(start), Double(end))
        return Int64(nearest: isExponential ? start * pow(end / start, part) : start + (end - start) * part)
    }
}
