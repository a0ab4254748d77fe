/// How sound follows a change of rate (AVFoundation's `AVAudioTimePitchAlgorithm`).
///
/// Every algorithm gives the exact number of output samples that its ``SampleMap`` asks for, and leaves sound that is
/// not retimed as it is, sample by sample.
public enum PitchAlgorithm: String, CaseIterable, Sendable {
    /// The highest quality, pitch kept: Rubber Band's R3 engine, steered along the map.
    case spectral
    /// Low cost, pitch kept, best for speech: overlapped frames of the sound itself; good from rate 1/2 to 2.
    case timeDomain = "time-domain"
    /// No pitch correction, as a tape machine: windowed-sinc interpolation at the exact source position.
    case varispeed
    /// Silence of the right length.
    case mute
}
