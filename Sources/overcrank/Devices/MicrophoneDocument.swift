internal import Capture

/// A microphone in `devices --json`.
struct MicrophoneDocument: Encodable {
    let kind = "microphone"
    /// ALSA's name.
    let device: String
    let name: String
    let sampleRates: [Int]
    let minChannels: Int?
    let maxChannels: Int?

    init(_ info: MicrophoneInfo) {
        device = info.device
        name = info.name
        sampleRates = info.sampleRates
        minChannels = info.channels?.lowerBound
        maxChannels = info.channels?.upperBound
    }
}

/// A camera or a microphone in `devices --json`.
enum ListedDevice: Encodable {
    case camera(DeviceDocument)
    case microphone(MicrophoneDocument)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .camera(let document): try document.encode(to: encoder)
        case .microphone(let document): try document.encode(to: encoder)
        }
    }
}

/// A microphone as a row of `devices`.
enum MicrophoneRow {
    static func row(_ info: MicrophoneInfo) -> [String] {
        [
            info.device, info.name,
            "microphone, " + (info.channels.map { abilities($0, info.sampleRates) } ?? "in use"), "",
        ]
    }

    private static func abilities(_ channels: ClosedRange<Int>, _ rates: [Int]) -> String {
        let count = channels.count == 1 ? "\(channels.lowerBound)" : "\(channels.lowerBound) to \(channels.upperBound)"
        let unit = channels == 1...1 ? "channel" : "channels"
        return rates.map(String.init).joined(separator: ", ") + " Hz, \(count) \(unit)"
    }
}
