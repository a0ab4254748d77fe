extension StretchTuning.Partials {
    /// A whole signal without the steady partials that these numbers find in it.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine`.
    package func residual(of samples: PlanarSamples, sampleRate: Int) throws(TimeStretchError) -> PlanarSamples {
        let transform = try FrameTransform(size: TonalSplitEngine.frameSize(sampleRate: sampleRate, tuning: self))
        var split = TonalSplit(transform, channelCount: samples.channelCount, from: 0, tuning: self)
        let source = SourceWindow(whole: samples)
        while split.residual.end < samples.frameCount, split.advance(in: source) {}
        return PlanarSamples(channelCount: samples.channelCount, frameCount: samples.frameCount) { channel, target in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe split.residual.copy(channel: channel, from: 0, to: target)
            }
        }
    }
}
