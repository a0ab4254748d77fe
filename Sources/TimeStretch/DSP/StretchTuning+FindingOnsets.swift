extension StretchTuning.Onsets {
    /// All onsets that these numbers find in a whole signal, as indices of samples.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine`.
    package func onsets(in samples: PlanarSamples, sampleRate: Int) throws(TimeStretchError) -> [Int64] {
        var detector = try OnsetDetector(sampleRate: sampleRate, tuning: self)
        _ = detector.advance(to: .max, in: SourceWindow(whole: samples))
        return detector.onsets.map(\.sample)
    }
}
