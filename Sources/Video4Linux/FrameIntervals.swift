internal import CVideo4Linux
package import MediaTime

/// One entry of a driver's list of durations from frame to frame. `nil` stands for what is no duration: drivers
/// say `0/1000` and `0/0`.
package enum FrameIntervals: Hashable, Sendable {
    case discrete(RationalTime?)
    /// From the shortest, the highest rate, to the longest.
    case stepwise(minimum: RationalTime?, maximum: RationalTime?, step: RationalTime?)
    case continuous(minimum: RationalTime?, maximum: RationalTime?)

    /// The one place where the union is read.
    init(_ interval: v4l2_frmivalenum) {
        switch interval.type {
        case V4L2_FRMIVAL_TYPE_DISCRETE.rawValue:
            self = .discrete(interval.discrete.duration)
        case V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue:
            let range = interval.stepwise
            self = .continuous(minimum: range.min.duration, maximum: range.max.duration)
        default:
            let range = interval.stepwise
            self = .stepwise(minimum: range.min.duration, maximum: range.max.duration, step: range.step.duration)
        }
    }
}

extension v4l2_fract {
    /// The very fraction, not reduced, as far as it fits; `nil` unless it is positive.
    var duration: RationalTime? {
        guard numerator > 0, denominator > 0 else { return nil }
        return RationalTime(numerator: Int128(numerator), denominator: Int128(denominator))
    }

    init(_ duration: RationalTime) {
        let isFitting = duration.value <= Int64(UInt32.max)
        let fraction = isFitting ? duration : duration.reduced
        self.init(numerator: UInt32(clamping: fraction.value), denominator: UInt32(clamping: fraction.timescale))
    }
}

extension Device {
    /// VIDIOC_ENUM_FRAMEINTERVALS; `nil` after the last one.
    package func frameIntervals(
        at index: Int,
        of code: UInt32,
        width: UInt32,
        height: UInt32
    ) throws(Video4LinuxError) -> FrameIntervals? {
        var interval = v4l2_frmivalenum()
        interval.index = UInt32(index)
        interval.pixel_format = code
        interval.width = width
        interval.height = height
        return try performIfAny(.enumerateFrameIntervals, &interval) ? FrameIntervals(interval) : nil
    }
}
