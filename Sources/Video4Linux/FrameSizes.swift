internal import CVideo4Linux

/// One entry of a driver's list of frame sizes, in pixels.
package enum FrameSizes: Hashable, Sendable {
    case discrete(width: UInt32, height: UInt32)
    /// From one size to another in steps; where any size goes the steps are 1.
    case stepwise(width: Steps, height: Steps)

    /// Both ends belong to it.
    package struct Steps: Hashable, Sendable {
        package let minimum: UInt32
        package let maximum: UInt32
        package let step: UInt32

        package init(minimum: UInt32, maximum: UInt32, step: UInt32) {
            self.minimum = minimum
            self.maximum = maximum
            self.step = step
        }
    }

    /// The one place where the union is read.
    init(_ size: v4l2_frmsizeenum) {
        if size.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
            let discrete = size.discrete
            self = .discrete(width: discrete.width, height: discrete.height)
        } else {
            let range = size.stepwise
            self = .stepwise(
                width: Steps(minimum: range.min_width, maximum: range.max_width, step: range.step_width),
                height: Steps(minimum: range.min_height, maximum: range.max_height, step: range.step_height)
            )
        }
    }
}

extension Device {
    /// VIDIOC_ENUM_FRAMESIZES; `nil` after the last one.
    package func frameSizes(at index: Int, of code: UInt32) throws(Video4LinuxError) -> FrameSizes? {
        var size = v4l2_frmsizeenum()
        size.index = UInt32(index)
        size.pixel_format = code
        return try performIfAny(.enumerateFrameSizes, &size) ? FrameSizes(size) : nil
    }
}
