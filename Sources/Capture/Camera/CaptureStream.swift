package import MediaTime

/// A camera that was set to a mode and delivers frames: the seam between the kinds of camera and what is done with
/// their frames.
///
/// One thread at a time uses it. Nothing that is called from `nextFrame` may wait: the camera has few buffers, and each
/// is given back to it when the call returns.
package protocol CaptureStream: AnyObject {
    /// Which camera it is.
    var device: CaptureDeviceInfo { get }
    /// What the camera granted, which is not always what was asked for.
    var mode: CaptureMode { get }

    /// Begins to deliver frames.
    func start() throws(CaptureError)

    /// Waits for the next frame and lends it; its bytes are the camera's own and are gone when `body` returns. The rows of raw
    /// frames have no padding.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait, in seconds.
    ///   - body: is called once with the frame, or not at all.
    /// - Returns: whether there was a frame within that time.
    /// - Throws: ``CaptureError``: `.unplugged` when the camera has gone; `.reading` for any other fault.
    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool

    /// Ends the delivery; what is still in the camera's buffers is dropped. It may be started again.
    func stop() throws(CaptureError)
}
