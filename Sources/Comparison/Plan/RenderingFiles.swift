/// Where the files of one rendering are, relative to the comparison's directory.
struct RenderingFiles {
    /// The rendering itself.
    let audio: String
    /// Frequencies over time.
    let spectrogram: String
    /// Amplitude over time.
    let waveform: String
    /// The test program, rendered the same way; `nil` for other programs' files.
    let program: String?

    init(section: ComparisonPlan.Section, entry: ComparisonPlan.Entry) {
        let stem = "\(section.folder)/\(entry.fileName)"
        audio = "\(stem).wav"
        spectrogram = "\(stem).spectrogram.webp"
        waveform = "\(stem).waveform.png"
        program = if case .file = entry.origin { nil } else { "\(stem).program.wav" }
    }

    /// All of them.
    var all: [String] { [audio, spectrogram, waveform] + (program.map { [$0] } ?? []) }
}
