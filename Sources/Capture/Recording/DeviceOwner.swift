/// Devices on their way to their threads.
///
/// `@unchecked Sendable`: what a device is and what it granted never changes; the rest is used by the thread that starts
/// a recording, and then by the device's own thread until that ends.
final class DeviceOwner: @unchecked Sendable {
    let camera: any CaptureStream
    let microphone: ConditionedAudio?
    /// What keeps the camera in its mode; `nil` where that is the camera itself. It goes last: what is put back then is no longer in use.
    private let lock: CameraLock?

    init(camera: any CaptureStream, microphone: ConditionedAudio?, lock: CameraLock? = nil) {
        self.camera = camera
        self.microphone = microphone
        self.lock = lock
    }
}
