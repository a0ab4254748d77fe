/// Devices on their way to their threads.
///
/// `@unchecked Sendable`: what a device is and what it granted never changes; the rest is used by the thread that starts
/// a recording, and then by the device's own thread until that ends.
final class DeviceOwner: @unchecked Sendable {
    let camera: any CaptureStream
    let microphone: ConditionedAudio?

    init(camera: any CaptureStream, microphone: ConditionedAudio?) {
        self.camera = camera
        self.microphone = microphone
    }
}
