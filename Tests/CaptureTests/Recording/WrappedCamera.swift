import MediaTime

@testable import Capture

/// A camera around another one, which passes everything on. What is other about it is written where it is used.
class WrappedCamera: CaptureStream {
    let camera: SyntheticCamera

    init(_ camera: SyntheticCamera) { self.camera = camera }

    var device: CaptureDeviceInfo { camera.device }
    var mode: CaptureMode { camera.mode }
    func start() throws(CaptureError) { try camera.start() }
    func stop() throws(CaptureError) { try camera.stop() }

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        try camera.nextFrame(within: timeout, body)
    }
}
