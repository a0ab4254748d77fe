/// How audio follows a change of rate (AVFoundation's `AVAudioTimePitchAlgorithm`).
///
/// Every algorithm gives exactly the number of output samples that its ``SampleMap`` asks for. Audio at rate 1 comes out
/// as it went in, sample by sample. ``abilities`` says what each one can do.
public enum PitchAlgorithm: String, CaseIterable, Sendable {
    /// A phase vocoder with locked phases that takes each frame from its exact place in the map. Attacks have frames of
    /// their own.
    case spectral
    /// As ``spectral``, with fewer and shorter frames: low partials a musical third apart are less clean.
    case spectralFast = "spectral:fast"
    /// Rubber Band's R3 engine, led along the map frame by frame. Steady tones and attacks are handled apart from it.
    case spectralRubberBand = "spectral:rubberband"
    /// Overlapped frames of the source itself (WSOLA). Attacks are found and played once. Best from rate 1/2 to 2.
    case timeDomain = "time-domain"
    /// No pitch correction: windowed-sinc interpolation at the exact source position of each output sample.
    case varispeed
    /// As ``timeDomain`` with shorter frames, without the search for attacks. It needs at most 50 ms of the source ahead.
    case lowLatency = "low-latency"
    /// Silence of the right length.
    case mute
}
