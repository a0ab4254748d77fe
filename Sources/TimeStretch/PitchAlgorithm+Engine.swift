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
            let engine = try SpectralEngine(
                map: map,
                engine: self == .spectral ? .finer : .faster,
                sampleRate: sampleRate,
                channelCount: channelCount
            )
            let settling = SpectralEngine.settling(sampleRate: sampleRate)
            // Played faster, held tones are short; and long frames would reach far.
            guard self == .spectral, map.rates.upperBound.approximation <= 2 else {
                return bypassed(engine, settling: settling)
            }
            let split = try TonalSplitEngine(engine, map: map, sampleRate: sampleRate, channelCount: channelCount)
            return bypassed(split, settling: max(settling, TonalSplitEngine.settling(sampleRate: sampleRate)))
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
}
