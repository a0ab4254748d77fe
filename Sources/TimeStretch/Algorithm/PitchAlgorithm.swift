/// How audio follows a change of rate (AVFoundation's `AVAudioTimePitchAlgorithm`).
///
/// Every algorithm gives the exact number of output samples that its ``SampleMap`` asks for, and leaves audio that is
/// not retimed as it is, sample by sample.
public enum PitchAlgorithm: String, CaseIterable, Sendable {
    /// The highest quality, pitch kept: Rubber Band's R3 engine, steered along the map.
    case spectral
    /// As ``spectral`` with Rubber Band's R2 engine: half of the cost, and notes that set in more softly.
    case spectralFast = "spectral:fast"
    /// Low cost, pitch kept, best for speech: overlapped frames of the audio itself; good from rate 1/2 to 2.
    case timeDomain = "time-domain"
    /// No pitch correction, as a tape machine: windowed-sinc interpolation at the exact source position.
    case varispeed
    /// The cheapest, pitch kept, for previews: short frames, attacks not looked for, no more than 50 ms of the source
    /// ahead, and only the rates in ``lowLatencyRates``.
    case lowLatency = "low-latency"
    /// Silence of the right length.
    case mute
}
