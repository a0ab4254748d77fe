public import TimeStretch

extension TestProgram {
    /// What a rendering of the program shows of the algorithm, or of the other program, that made it.
    ///
    /// The rendering may be too long or too short, late or early by up to half a second as a whole, and may lack events. A
    /// figure that it cannot give is `nil`.
    ///
    /// - Parameters:
    ///   - rendering: The program after the algorithm, at its own sample rate.
    ///   - map: The map that it should have followed.
    ///   - keepsPitch: Whether the partials of the chord, and the frequencies of blows, should be where they were.
    /// - Returns: The figures.
    /// - Throws: `TimeStretchError` with the code `engine`.
    /// - Complexity: O(*n* log *n*) in the rendering's length.
    public func measure(
        rendering: PlanarSamples,
        through map: SampleMap,
        keepsPitch: Bool = true
    ) throws(TimeStretchError) -> Measurements {
        var mapped = MappedRendering(rendering, through: map, sampleRate: sampleRate)
        let source = samples.middle
        let train = BurstMeter(bursts, of: source, in: mapped)
        // All else is looked for with the delay of the bursts.
        mapped.delay = train?.delay ?? 0
        let hits = HitMeter(mapped, to: samples, keepsPitch: keepsPitch)
        let events = [earlyHit] + bursts + attacks + softHits
        let noise = NoiseRanges(
            played: MappedRendering.steadyPart(of: range(of: .noise), sampleRate: sampleRate),
            shown: mapped.steadyRange(ofSource: range(of: .noise))
        )
        return Measurements(
            lengthErrorSamples: rendering.frameCount - Int(map.outputLength(sourceLength: Int64(frameCount))),
            sync: train?.sync,
            events: train?.events,
            attack: AttackMeter.measure(attacks, of: source, in: mapped),
            earlyHit: hits.known([earlyHit], among: events, within: 0.1),
            softHits: hits.known(softHits, among: events, within: 0.06),
            chord: keepsPitch
                ? try PartialMeter.measure(mapped, over: mapped.range(ofSource: range(of: .chord)), to: samples)
                    .map { .init($0) } : nil,
            vibratoWobbleDecibels: VibratoMeter.wobble(.usual, at: range(of: .vibrato), in: mapped),
            tones: TestTone.all.compactMap { ToneMeter.measure($0, at: range(of: $0.name.section), in: mapped) },
            stereo: try .change(
                from: StereoImage(of: samples, over: noise.played, sampleRate: sampleRate),
                to: StereoImage(of: mapped.samples, over: noise.shown, sampleRate: sampleRate)
            ),
            spectralConvergenceDecibels: try SpectralConvergence.measure(
                mapped,
                over: mapped.range(ofSource: range(of: .sweep)),
                to: samples
            ),
            noiseLevelDecibels: noise.shown.isEmpty
                ? nil : Decibels.power(mapped.mid[noise.shown].meanSquare, over: source[noise.played].meanSquare)
        )
    }

    /// Where the noise is steady, in the program's samples and in the rendering's.
    private struct NoiseRanges {
        let played: Range<Int>
        let shown: Range<Int>
    }
}
