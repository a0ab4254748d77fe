internal import Capture
internal import MediaTime

/// What helps against a cause of a low rate, as a command, and what to do with one's hands.
struct Remedy {
    /// What is to be done that no command can do; `nil` where the command is enough.
    let deed: String?
    /// To be typed as it stands. After a deed it shows whether that has helped.
    let command: String

    init(_ cause: RateCause, of camera: CaptureDeviceInfo) {
        let device = ArgumentText.path(camera.node ?? camera.id)
        switch cause {
        case .exposureTooLong(_, let duration):
            self.init("overcrank probe \(device) --shutter 1/\(Self.rate(1 / duration.seconds))")
        case .automaticExposure(_, let granted, _):
            self.init(
                "overcrank probe \(device) --shutter 1/\(Self.rate(granted))",
                after: "more light, and a fixed shutter"
            )
        case .automaticLowersRate(let control), .mainsFrequency(let control, _), .autofocus(let control, _, _):
            self.init("overcrank controls \(device) \(control)=0")
        case .otherFormat(let code, let size, _), .otherSize(let code, let size, _):
            self.init("overcrank probe \(device) --format \(code) --size \(size)")
        case .bandwidth:
            self.init("overcrank probe \(device)", after: "an encoded format, a smaller size or a lower rate")
        case .sharedBus:
            self.init("lsusb -t", after: "plug the camera into a socket of another bus")
        case .slowHub:
            self.init("lsusb -t", after: "plug the camera into the machine, or into a hub of USB 3")
        case .slowSocket:
            self.init("lsusb -t", after: "plug the camera into a socket of USB 3")
        case .slowCable:
            self.init("lsusb -t", after: "another cable, of USB 3, pushed in quickly and fully")
        case .damagedFrames:
            self.init("sudo dmesg | grep -iE 'usb|uvc' | tail", after: "a shorter cable, no hub")
        case .governor:
            self.init("echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
        case .busyProcessors:
            self.init("ps -eo pid,pcpu,comm --sort=-pcpu | head", after: "end what takes most")
        }
    }

    private init(_ command: String, after deed: String? = nil) {
        self.command = command
        self.deed = deed
    }

    /// The next whole number.
    private static func rate(_ rate: Double) -> Int { Int((rate - 0.001).rounded(.up)) }
}
