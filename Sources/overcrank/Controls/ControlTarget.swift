internal import Capture
internal import MediaTime

/// What controls can be set at: a camera, or a recorder while it records one.
protocol ControlTarget {
    func controls() throws(CaptureError) -> [CameraControl]
    func control(named name: String) throws(CaptureError) -> CameraControl
    func set(_ settings: [ControlSetting]) throws(CaptureError) -> [ControlChange]
    func zoom(to target: ZoomTarget, over duration: RationalTime) throws -> (from: Int64, to: Int64)
    func stopZoom()
}

extension Recorder: ControlTarget {}

extension CaptureDevice: ControlTarget {
    func zoom(to target: ZoomTarget, over duration: RationalTime) throws -> (from: Int64, to: Int64) {
        throw Failure(
            status: .unavailable,
            message: "\(info.name) is not being recorded: only a camera that is zooms within a time"
        )
    }

    /// Nothing zooms.
    func stopZoom() {}
}
