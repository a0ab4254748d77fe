internal import MediaTime

extension PitchAlgorithm {
    /// The algorithm at the beginning of a map.
    func engine(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int
    ) throws(TimeStretchError) -> any StretchEngine {
        switch self {
        case .spectral, .spectralFast:
            let factor = SpectralEngine.raise(sampleRate: sampleRate)
            let raised = try spectralEngine(
                map: factor == 1 ? map : map.raised(by: factor),
                sampleRate: factor * sampleRate,
                channelCount: channelCount
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
                settings: self == .timeDomain ? .standard : .lowLatency
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

    /// Rubber Band at the sample rate that it gets, with held tones apart where the algorithm does so; and how many
    /// samples at rate 1 it takes until it agrees with the source.
    private func spectralEngine(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int
    ) throws(TimeStretchError) -> (engine: any StretchEngine, settling: Int64) {
        let engine = try SpectralEngine(
            map: map,
            engine: self == .spectral ? .finer : .faster,
            sampleRate: sampleRate,
            channelCount: channelCount
        )
        let settling = SpectralEngine.settling(sampleRate: sampleRate)
        // Played faster, held tones are short; and long frames would reach far.
        guard map.rates.upperBound.approximation <= 2 else { return (engine, settling) }
        let split = try TonalSplitEngine(engine, map: map, sampleRate: sampleRate, channelCount: channelCount)
        return (split, max(settling, TonalSplitEngine.settling(sampleRate: sampleRate)))
    }
}
