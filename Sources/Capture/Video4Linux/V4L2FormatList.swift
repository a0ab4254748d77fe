internal import MediaTime
internal import Video4Linux

/// The lists of a driver. Where a driver lists no rates or no sizes, the one that is set now is listed.
struct V4L2FormatList: FormatLister {
    let camera: V4L2Camera
    /// From frame to frame as it is set now; `nil` where the driver does not say.
    let current: RationalTime?

    func format(at index: Int) throws(CaptureError) -> FormatDescription? {
        try capturing { () throws(Video4LinuxError) in try camera.driver.format(at: index, camera.type) }
    }

    func sizes(at index: Int, of code: UInt32) throws(CaptureError) -> FrameSizes? {
        try capturing { () throws(Video4LinuxError) in
            if let sizes = try camera.driver.frameSizes(at: index, of: code) { return sizes }
            guard index == 0 else { return nil }
            let format = try camera.driver.frameFormat(camera.type)
            return .discrete(width: format.width, height: format.height * (format.fields == .alternating ? 2 : 1))
        }
    }

    func intervals(at index: Int, of code: UInt32, size: FrameSize) throws(CaptureError) -> FrameIntervals? {
        try capturing { () throws(Video4LinuxError) in
            let intervals = try camera.driver.frameIntervals(
                at: index,
                of: code,
                width: UInt32(clamping: size.width),
                height: UInt32(clamping: size.height)
            )
            if let intervals { return intervals }
            return index == 0 ? current.map { .discrete($0) } : nil
        }
    }
}
