/// What is wrong with a recording's audio. Each is said once.
public enum AudioWarning: Hashable, Sendable, CustomStringConvertible {
    /// The microphone delivers samples at full scale, several in a row: what was louder is cut off.
    case clippedByDevice
    /// Samples are beyond full scale only because of the gain.
    case clippedByGain
    /// The microphone has delivered nothing for some seconds, though it has not failed.
    case stalled
    /// All channels have been silent for some seconds.
    case silent
    /// One channel of several, counted from 0, has been silent for some seconds: the only one that is stored, or another one has not.
    case silentChannel(Int, of: Int)

    /// A sentence without a full stop.
    public var description: String {
        switch self {
        case .clippedByDevice: "the microphone's audio is cut off at full scale: it is set too loud"
        case .clippedByGain: "the audio is cut off at full scale: its gain is too high"
        case .stalled: "the microphone delivers nothing: the recording goes on, silent until it does again"
        case .silent: "the microphone is silent"
        case .silentChannel(let channel, _): "channel \(channel + 1) of the microphone is silent"
        }
    }
}
