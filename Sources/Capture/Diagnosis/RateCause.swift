public import MediaTime

/// Why a camera's rate is not what was hoped for. Each cause carries its evidence.
public enum RateCause: Hashable, Sendable {
    /// Each frame is exposed longer than it lasts.
    case exposureTooLong(exposure: RationalTime, frameDuration: RationalTime)
    /// Automatic exposure may lower the rate, and the control says so.
    case automaticLowersRate(control: String)
    /// Automatic exposure is on, and frames come evenly, but slower than granted: it is too dark.
    case automaticExposure(control: String, granted: Double, measured: Double)
    /// Exposure follows the mains, whose lamps flicker so often a second: no more frames come.
    case mainsFrequency(control: String, flicker: Double)
    /// The frames are more than the bus carries, in bytes a second.
    case bandwidth(format: FourCharacterCode, needed: Double, capacity: Double)
    /// Other devices on the same bus move video or files, and frames are lost or damaged.
    case sharedBus(names: [String])
    /// The camera could run faster than the hub that it is plugged into.
    case slowHub(name: String)
    /// The camera could run faster than the socket that it is plugged into.
    case slowSocket
    /// Camera and socket could run faster than they do. `isCertain` where the camera itself says so.
    case slowCable(isCertain: Bool)
    /// Another coding has a higher rate at the same size.
    case otherFormat(FourCharacterCode, size: FrameSize, rate: FrameRate)
    /// Only another size has the rate.
    case otherSize(FourCharacterCode, size: FrameSize, rate: FrameRate)
    /// The processors' clock is kept low.
    case governor(String)
    /// More is to be done than the processors can do.
    case busyProcessors(load: Double, count: Int)
    /// The lens is looking for focus all the time, and frames come unevenly.
    case autofocus(control: String, jitter: Double, frameDuration: RationalTime)
    /// Frames arrive damaged.
    case damagedFrames(Int, of: Int)
}

extension RateCause: CustomStringConvertible {
    /// A word for programs.
    public var name: String {
        switch self {
        case .exposureTooLong: "exposureTooLong"
        case .automaticLowersRate: "automaticLowersRate"
        case .automaticExposure: "automaticExposure"
        case .mainsFrequency: "mainsFrequency"
        case .bandwidth: "bandwidth"
        case .sharedBus: "sharedBus"
        case .slowHub: "slowHub"
        case .slowSocket: "slowSocket"
        case .slowCable: "slowCable"
        case .otherFormat: "otherFormat"
        case .otherSize: "otherSize"
        case .governor: "governor"
        case .busyProcessors: "busyProcessors"
        case .autofocus: "autofocus"
        case .damagedFrames: "damagedFrames"
        }
    }

    /// In words, with the evidence.
    public var description: String {
        switch self {
        case .exposureTooLong(let exposure, let duration):
            "each frame is exposed for \(Self.milliseconds(exposure.seconds)), longer than the "
                + "\(Self.milliseconds(duration.seconds)) that it lasts"
        case .automaticLowersRate(let control):
            "automatic exposure may lower the rate where it is dark: \(control) is 1"
        case .automaticExposure(let control, let granted, let measured):
            "automatic exposure (\(control)) takes more than a frame's time: frames come evenly, at "
                + "\(measured.text(decimals: 1)) instead of \(granted.text(decimals: 1)) a second"
        case .mainsFrequency(let control, let flicker):
            "exposure follows lamps that flicker \(flicker.text(decimals: 1)) times a second: \(control) is on"
        case .bandwidth(let format, let needed, let capacity):
            "\(format) at this rate is \(Self.megabytes(needed)) a second, the bus carries \(Self.megabytes(capacity))"
        case .sharedBus(let names):
            "frames are lost or damaged, and the bus is shared with \(names.joined(separator: ", "))"
        case .slowHub(let name):
            "the camera knows USB 3, but the hub \(name) only USB 2"
        case .slowSocket:
            "the camera knows USB 3, but its socket only USB 2"
        case .slowCable(let isCertain):
            "camera and socket \(isCertain ? "know" : "seem to know") USB 3, but run at USB 2's speed: so does a cable of USB 2, "
                + "or a plug that is not pushed in"
        case .otherFormat(let code, let size, let rate):
            "\(code) has \(rate.approximation.text(decimals: 2)) fps at \(size)"
        case .otherSize(let code, let size, let rate):
            "only other sizes have that rate: \(code) \(size) has \(rate.approximation.text(decimals: 2)) fps"
        case .governor(let governor):
            "frames are lost, and the processors' clock is kept low (\(governor))"
        case .busyProcessors(let load, let count):
            "frames are lost, and \(load.text(decimals: 1)) tasks want \(count == 1 ? "the one processor" : "\(count) processors")"
        case .autofocus(let control, let jitter, let duration):
            "autofocus is on (\(control)), and frames stray by \(Self.milliseconds(jitter)) of "
                + "\(Self.milliseconds(duration.seconds))"
        case .damagedFrames(let count, let all):
            "\(count) of \(all) frames arrived damaged"
        }
    }

    private static func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).text(decimals: 2)) ms" }

    private static func megabytes(_ bytes: Double) -> String { "\((bytes / 1e6).text(decimals: 1)) MB" }
}
