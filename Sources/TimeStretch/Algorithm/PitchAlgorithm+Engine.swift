internal import MediaTime

extension PitchAlgorithm {
    /// The algorithm's engine, at the beginning of a map.
    func engine(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning
    ) throws(TimeStretchError) -> any StretchEngine {
        switch self {
        case .spectral, .spectralFast:
            let locking = self == .spectral ? tuning.locking : tuning.lockingFast
            let engine = try SpectralEngine(
                map: map,
                sampleRate: sampleRate,
                channelCount: channelCount,
                tuning: locking,
                onsets: tuning.onsets
            )
            return bypassed(engine, settling: SpectralEngine.settling(sampleRate: sampleRate, tuning: locking))
        case .spectralRubberBand:
            let factor = RubberBandEngine.raise(sampleRate: sampleRate)
            let raised = try rubberBandEngine(
                map: factor == 1 ? map : map.raised(by: factor),
                sampleRate: factor * sampleRate,
                channelCount: channelCount,
                tuning: tuning
            )
            let settling = (raised.settling + Int64(factor) - 1) / Int64(factor)
            guard factor > 1 else { return bypassed(raised.engine, settling: settling) }
            let engine = RaisedRateEngine(
                raised.engine,
                factor: factor,
                channelCount: channelCount,
                from: map.firstOutput
            )
            return bypassed(engine, settling: settling)
        case .timeDomain, .lowLatency:
            let engine = try TimeDomainEngine(
                map: map,
                sampleRate: sampleRate,
                channelCount: channelCount,
                tuning: self == .timeDomain ? tuning.timeDomain : tuning.lowLatency,
                onsets: tuning.onsets,
                attackFrames: tuning.attackFrames
            )
            return bypassed(engine, settling: TimeDomainEngine.settling(sampleRate: sampleRate))
        case .varispeed:
            return VarispeedEngine(map: map)
        case .mute:
            return MuteEngine()
        }

        func bypassed(_ engine: any StretchEngine, settling: Int64) -> any StretchEngine {
            UnityBypass(engine, map: map, channelCount: channelCount, sampleRate: sampleRate, settling: settling)
        }
    }

    /// Rubber Band, with held tones split off where that helps; and how many samples at rate 1 it takes until its output
    /// agrees with the source.
    private func rubberBandEngine(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning
    ) throws(TimeStretchError) -> (engine: any StretchEngine, settling: Int64) {
        let engine = try RubberBandEngine(
            map: map,
            sampleRate: sampleRate,
            channelCount: channelCount,
            tuning: tuning
        )
        let settling = RubberBandEngine.settling(sampleRate: sampleRate)
        // Played faster, held tones are short, and the long frames of the split would reach far ahead in the source.
        guard map.rates.upperBound.approximation <= 2 else { return (engine, settling) }
        let split = try TonalSplitEngine(
            engine,
            map: map,
            sampleRate: sampleRate,
            channelCount: channelCount,
            tuning: tuning.partials
        )
        return (split, max(settling, TonalSplitEngine.settling(sampleRate: sampleRate, tuning: tuning.partials)))
    }
}
