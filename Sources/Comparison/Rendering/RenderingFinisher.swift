internal import Export
internal import Pipeline
internal import TimeStretch

/// What can only be done when all renderings of a rate are there: levels, and then pictures and the page's sound.
struct RenderingFinisher: Sendable {
    let folder: String
    let matchesLevels: Bool
    let cancellation: ExportCancellation

    /// The renderings of one rate, with what brings each to the level of the softest one.
    func leveled(_ renderings: [ComparisonReport.Rendering]) -> [ComparisonReport.Rendering] {
        zip(renderings, Loudness.matchingGains(renderings.map(\.loudness))).map { rendering, gain in
            var leveled = rendering
            leveled.matchingGainDecibels = gain
            return leveled
        }
    }

    /// Matches the level where that was asked for, draws the pictures and writes the page's sound.
    func finish(_ rendering: ComparisonReport.Rendering) throws -> ComparisonReport.Rendering {
        if cancellation.isCancelled { throw Cancelled() }
        var finished = rendering
        let path = "\(folder)/\(rendering.sound)"
        var sound = try SoundFile.read(path)
        if matchesLevels, rendering.matchingGainDecibels != 0 {
            sound = sound.amplified(decibels: rendering.matchingGainDecibels)
            try WholeFile.remove(path)
            try SoundFile.write(sound, to: path, as: .wav)
            finished.loudness = rendering.loudness.map { $0 + rendering.matchingGainDecibels }
            finished.matchingGainDecibels = 0
        }
        try SoundPicture.writeSpectrogram(of: sound, to: "\(folder)/\(rendering.spectrogram)")
        try SoundPicture.writeWaveform(of: sound, to: "\(folder)/\(rendering.waveform)")
        // The page switches between sounds of one length.
        let shown = sound.fitted(to: rendering.samples - rendering.lengthErrorSamples)
        try SoundFile.write(shown, to: "\(folder)/\(PageSound.file(for: rendering))", as: .flac)
        return finished
    }
}

/// The sound that the page carries: written beside the rendering, taken into the page, and removed.
enum PageSound {
    static func file(for rendering: ComparisonReport.Rendering) -> String { "\(rendering.sound).flac" }
}
