/// What is wrong with a recording's audio. Each is said once.
public enum AudioWarning: Hashable, Sendable, CustomStringConvertible {
    /// The microphone delivers samples at full scale, several in a row: what was louder is cut off.
    case clippedByDevice
    /// Samples are beyond full scale only because of the gain.
    case clippedByGain
    /// All channels have been silent for some seconds.
    case silent
    /// One channel of several, counted from 0, has been silent for some seconds: the only one that is stored, or another one has not.
    case silentChannel(Int, of: Int)

    /// A sentence without a full stop.
    public var description: String {
        switch self {
        case .clippedByDevice: "the microphone's audio is cut off at full scale: it is set too loud"
        case .clippedByGain: "the audio is cut off at full scale: its gain is too high"
        case .silent: "the microphone is silent"
        case .silentChannel(let channel, _): "channel \(channel + 1) of the microphone is silent"
        }
    }
}
