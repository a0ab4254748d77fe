internal import ALSA

/// Which microphone it is, and what it can do.
public struct MicrophoneInfo: Hashable, Sendable {
    /// ALSA's name for it, by which it is opened: `hw:CARD=Mic,DEV=0`. It is the same after a restart.
    public let device: String
    /// Its name, for people.
    public let name: String
    /// Samples a second that it has, of the rates in common use; empty while another program has it.
    public let sampleRates: [Int]
    /// How many channels it has; `nil` while another program has it.
    public let channels: ClosedRange<Int>?

    /// The microphones of this machine, in the system's order.
    public static func all() -> [MicrophoneInfo] {
        CaptureDeviceDescription.all().map { device in
            MicrophoneInfo(
                device: device.device,
                name: device.name,
                sampleRates: device.abilities?.sampleRates ?? [],
                channels: device.abilities?.channels
            )
        }
    }
}
