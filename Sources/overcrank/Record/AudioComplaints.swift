internal import Capture

/// What is wrong with a recording's audio, and what the user can do about it; each said once.
struct AudioComplaints {
    private var told = 0

    /// Lines for those that are new among all until now.
    mutating func news(_ warnings: [AudioWarning]) -> [String] {
        defer { told = max(told, warnings.count) }
        return warnings.dropFirst(told).flatMap { warning in
            ["warning: \(warning)"] + (warning.commandHint.map { ["hint: \($0)"] } ?? [])
        }
    }
}

extension AudioWarning {
    /// What the user of the command can do about it; `nil` where that depends on what is connected.
    fileprivate var commandHint: String? {
        switch self {
        case .clippedByDevice: "'alsamixer' sets it softer at the sound card; --audio-gain comes too late for that"
        case .clippedByGain: "a lower --audio-gain"
        case .stalled: "'overcrank devices' lists the microphones that are there; it may have to be plugged in anew"
        case .silent:
            "'alsamixer' shows whether it is switched off; 'overcrank devices' lists the microphones for --audio"
        case .silentChannel(let channel, of: 2):
            "--audio-channel \(channel == 0 ? "right" : "left") stores the other one in both"
        case .silentChannel: nil
        }
    }
}
