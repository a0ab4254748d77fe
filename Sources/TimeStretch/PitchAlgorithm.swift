/// How sound follows a change of rate (AVFoundation's `AVAudioTimePitchAlgorithm`).
public enum PitchAlgorithm: String, CaseIterable, Sendable {
    case spectral
    case varispeed
    case mute
}
