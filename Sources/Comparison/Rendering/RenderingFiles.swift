/// Where the files of one rendering are, relative to the comparison's directory.
struct RenderingFiles {
    /// The rendering itself.
    let sound: String
    /// Frequencies over time.
    let spectrogram: String
    /// Amplitude over time.
    let waveform: String
    /// The test programme, rendered the same way; `nil` for other programs' files.
    let programme: String?

    init(section: ComparisonPlan.Section, entry: ComparisonPlan.Entry) {
        let stem = "\(section.folder)/\(entry.fileName)"
        sound = "\(stem).wav"
        spectrogram = "\(stem).spectrogram.png"
        waveform = "\(stem).waveform.png"
        programme = if case .algorithm = entry.origin { "\(stem).programme.wav" } else { nil }
    }

    /// All of them.
    var all: [String] { [sound, spectrogram, waveform] + (programme.map { [$0] } ?? []) }
}
