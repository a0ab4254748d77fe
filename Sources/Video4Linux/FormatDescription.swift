internal import CVideo4Linux

/// One entry of a driver's list of formats.
package struct FormatDescription: Hashable, Sendable {
    /// The four-character code.
    package let code: UInt32
    /// The driver's words for it.
    package let description: String
    package let isCompressed: Bool
    /// Whether libv4l2 makes it of another format.
    package let isEmulated: Bool

    package init(code: UInt32, description: String, isCompressed: Bool, isEmulated: Bool = false) {
        self.code = code
        self.description = description
        self.isCompressed = isCompressed
        self.isEmulated = isEmulated
    }

    init(_ format: v4l2_fmtdesc) {
        self.init(
            code: format.pixelformat,
            description: String(cArray: format.description),
            isCompressed: format.flags & UInt32(V4L2_FMT_FLAG_COMPRESSED) != 0,
            isEmulated: format.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0
        )
    }
}

extension Device {
    /// VIDIOC_ENUM_FMT; `nil` after the last one.
    package func format(at index: Int, _ type: BufferType) throws(Video4LinuxError) -> FormatDescription? {
        var format = v4l2_fmtdesc()
        format.index = UInt32(index)
        format.type = type.kind.rawValue
        return try performIfAny(.enumerateFormats, &format) ? FormatDescription(format) : nil
    }
}
