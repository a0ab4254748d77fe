internal import Export
internal import Files
internal import Pipeline

/// Does what must wait until all renderings of a rate exist: it matches levels, draws images and writes the page's audio.
struct RenderingFinisher: Sendable {
    let folder: String
    let matchesLevels: Bool
    let cancellation: Cancellation

    /// The renderings of one rate, each with the gain that brings it to the loudness of the softest one.
    func leveled(_ renderings: [ComparisonReport.Rendering]) -> [ComparisonReport.Rendering] {
        zip(renderings, Loudness.matchingGains(renderings.map(\.loudness))).map { rendering, gain in
            var leveled = rendering
            leveled.matchingGainDecibels = gain
            return leveled
        }
    }

    /// Matches the level if that was asked for, draws the images and writes the page's audio.
    func finish(_ rendering: ComparisonReport.Rendering) throws -> ComparisonReport.Rendering {
        if cancellation.isCancelled { throw Cancelled() }
        var finished = rendering
        let path = "\(folder)/\(rendering.audio)"
        var audio = try AudioFile.read(path)
        if matchesLevels, rendering.matchingGainDecibels != 0 {
            audio = audio.amplified(decibels: rendering.matchingGainDecibels)
            try NewFile.remove(path)
            try AudioFile.write(audio, to: path, as: .wav)
            finished.loudness = rendering.loudness.map { $0 + rendering.matchingGainDecibels }
            // What was measured before is to be true of the file as it is now.
            if let level = rendering.similarity?.levelDecibels {
                finished.similarity?.levelDecibels = level + rendering.matchingGainDecibels
            }
            if let level = rendering.clip?.hits?.levelDecibels {
                finished.clip?.hits?.levelDecibels = level + rendering.matchingGainDecibels
            }
            finished.matchingGainDecibels = 0
        }
        // On the page all renderings have one length, and their images one axis of time.
        let shown = audio.fitted(to: rendering.samples - rendering.lengthErrorSamples)
        try SpectrogramImage.writeSpectrogram(of: shown, to: "\(folder)/\(rendering.spectrogram)")
        try SpectrogramImage.writeWaveform(of: shown, to: "\(folder)/\(rendering.waveform)")
        try AudioFile.write(shown, to: "\(folder)/\(PageAudio.file(for: rendering))", as: .opus)
        return finished
    }
}
