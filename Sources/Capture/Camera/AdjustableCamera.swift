/// What can be set at a camera, also while it delivers.
///
/// One thread at a time uses it. While the camera delivers that is not the one that takes the frames: a camera may need some
/// tenths of a second to set something.
package protocol AdjustableCamera: AnyObject {
    /// Which camera it is.
    var device: CaptureDeviceInfo { get }

    /// All controls, in the driver's order.
    func controls() throws(CaptureError) -> [CameraControl]

    /// What a control is set to; `nil` where that cannot be read.
    func value(of control: CameraControl) throws(CaptureError) -> Int64?

    /// Sets a control.
    ///
    /// - Returns: what the camera made of it; `nil` where that cannot be read.
    func setControl(_ control: CameraControl, to value: Int64) throws(CaptureError) -> Int64?

    /// The changes that the camera has told of since the last call, in order. The first call begins to listen. Changes by
    /// `setControl` may be among them. Not every camera tells.
    func takeControlEvents() throws(CaptureError) -> [ControlEvent]
}

extension AdjustableCamera {
    package func takeControlEvents() throws(CaptureError) -> [ControlEvent] { [] }

    package func value(of control: CameraControl) throws(CaptureError) -> Int64? {
        try controls().first { $0.id == control.id }?.value
    }
}
