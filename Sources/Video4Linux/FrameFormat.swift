internal import CVideo4Linux

/// The format in which a device delivers frames.
package struct FrameFormat: Hashable, Sendable {
    /// The four-character code.
    package var code: UInt32
    /// Pixels in a row.
    package var width: UInt32
    /// Rows: of a frame, or where a buffer has one field only, of that.
    package var height: UInt32
    /// Which lines of frames there are in a buffer.
    package var fields: FieldLayout
    /// The most bytes of a frame, in all planes; 0 where that is not known.
    package var bytes: UInt64
    /// Bytes from the beginning of one row to that of the next, padding included, in the first plane; 0 where the driver does not
    /// say, and for encoded frames.
    package var bytesPerLine: UInt32
    /// What the driver says of colours.
    package var colours: FrameColours

    package init(
        code: UInt32,
        width: UInt32,
        height: UInt32,
        fields: FieldLayout = .unstated,
        bytes: UInt64 = 0,
        bytesPerLine: UInt32 = 0,
        colours: FrameColours = FrameColours()
    ) {
        self.code = code
        self.width = width
        self.height = height
        self.fields = fields
        self.bytes = bytes
        self.bytesPerLine = bytesPerLine
        self.colours = colours
    }

    /// The one place where the union is read.
    init(_ format: v4l2_format, _ type: BufferType) {
        switch type {
        case .singlePlanar:
            let frame = unsafe format.fmt.pix
            self.init(
                code: frame.pixelformat,
                width: frame.width,
                height: frame.height,
                fields: FieldLayout(rawValue: frame.field) ?? .unstated,
                bytes: UInt64(frame.sizeimage),
                bytesPerLine: frame.bytesperline,
                colours: FrameColours(frame)
            )
        case .multiPlanar:
            let frame = unsafe format.fmt.pix_mp
            let planes = (
                frame.plane_fmt.0.sizeimage, frame.plane_fmt.1.sizeimage,
                frame.plane_fmt.2.sizeimage
            )
            self.init(
                code: frame.pixelformat,
                width: frame.width,
                height: frame.height,
                fields: FieldLayout(rawValue: frame.field) ?? .unstated,
                bytes: UInt64(planes.0) + UInt64(planes.1) + UInt64(planes.2),
                bytesPerLine: frame.plane_fmt.0.bytesperline,
                colours: FrameColours(
                    space: frame.colorspace,
                    transfer: UInt32(frame.xfer_func),
                    encoding: UInt32(frame.ycbcr_enc),
                    quantization: UInt32(frame.quantization)
                )
            )
        }
    }
}

extension Device {
    /// VIDIOC_G_FMT.
    package func frameFormat(_ type: BufferType) throws(Video4LinuxError) -> FrameFormat {
        var format = unsafe v4l2_format()
        unsafe format.type = type.kind.rawValue
        try unsafe perform(.getFormat, &format)
        return unsafe FrameFormat(format, type)
    }

    /// VIDIOC_S_FMT.
    ///
    /// - Returns: what the driver made of it, which is the nearest that it has.
    package func setFrameFormat(_ frame: FrameFormat, _ type: BufferType) throws(Video4LinuxError)
        -> FrameFormat
    {
        var format = unsafe v4l2_format()
        unsafe format.type = type.kind.rawValue
        switch type {
        case .singlePlanar:
            unsafe format.fmt.pix.pixelformat = frame.code
            unsafe format.fmt.pix.width = frame.width
            unsafe format.fmt.pix.height = frame.height
            unsafe format.fmt.pix.field = frame.fields.rawValue
        case .multiPlanar:
            unsafe format.fmt.pix_mp.pixelformat = frame.code
            unsafe format.fmt.pix_mp.width = frame.width
            unsafe format.fmt.pix_mp.height = frame.height
            unsafe format.fmt.pix_mp.field = frame.fields.rawValue
        }
        try unsafe perform(.setFormat, &format)
        return unsafe FrameFormat(format, type)
    }
}
