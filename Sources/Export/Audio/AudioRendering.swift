internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import TimeStretch

/// Takes a rendered audio track, block by block, in target order.
protocol AudioTaker: ~Copyable {
    /// The track is silent up to one of its samples.
    mutating func fillSilence(until sample: Int64) throws

    /// Takes the next samples.
    mutating func take(_ block: PlanarSamples) throws
}

/// Decodes an audio track and stretches it by its map, run by run.
struct AudioRendering: Sendable {
    /// The first part's channel layout. The others are converted to it.
    let channelLayout: ChannelLayout
    /// Samples a second of what is rendered: the first part's, where that can be rendered.
    let sampleRate: Int
    /// Bits of one sample: those of the part that has most.
    let bitsPerSample: Int
    let layout: AudioLayout
    /// Where the plan ends (target time).
    private let end: RationalTime
    /// Until when it is silent behind its last part (target time); `nil`: it ends with that.
    private let silentEnd: RationalTime?
    /// Whether other audio is heard with it.
    private let isMixed: Bool
    private let pitch: PitchAlgorithm
    private let parts: [TrackPart]
    private let inputs: [MediaDescription]
    private let damage: DamageLog

    /// What a track takes from its files, at least one part. It gets the channels and the sample rate of the first one, or of
    /// `model`, whose audio is heard with it.
    init(
        _ parts: [TrackPart],
        of inputs: [MediaDescription],
        pitch: PitchAlgorithm,
        like model: CodecParameters? = nil,
        until end: RationalTime,
        silentUntil silentEnd: RationalTime? = nil,
        damage: DamageLog
    ) throws {
        (self.parts, self.inputs, self.pitch, self.damage) = (parts, inputs, pitch, damage)
        self.silentEnd = silentEnd
        (self.end, isMixed) = (end, model != nil)
        let streams = parts.map { inputs[$0.input].streams[$0.source.index].parameters }
        let model = model ?? streams[0]
        (channelLayout, sampleRate) = (model.channelLayout, RenderingRate.of(model.sampleRate))
        bitsPerSample = streams.map(\.bitsPerSample).max() ?? model.bitsPerSample
        let rates = streams.map { RenderingRate.of($0.sampleRate) }
        layout = try AudioLayout(parts: parts, sampleRates: rates, pitch: pitch)
    }

    /// The number of the first sample that a container is given; `nil` where nothing is rendered. Where it does not say when audio
    /// begins, the silence before what is rendered belongs to it.
    func firstSample(in container: Container) -> Int64? {
        layout.runs.first.map { run in
            let first = rescaled(run.firstOutput, from: run.sampleRate)
            return container.traits.storesAudioStart ? first : min(0, first)
        }
    }

    /// Opens the audio of a part.
    func open(part: Int = 0) throws -> AudioSource {
        let part = parts[part]
        let input = inputs[part.input]
        return try AudioSource.open(
            part.source,
            of: input,
            channelLayout: channelLayout,
            sampleRate: RenderingRate.of(input.streams[part.source.index].parameters.sampleRate),
            damage: damage
        )
    }

    /// Renders all of it.
    ///
    /// - Parameters:
    ///   - source: The first part's audio. The other parts are opened when it is their turn.
    ///   - taker: Gets what is rendered.
    /// - Throws: Where the audio cannot be read or stretched; what the taker throws.
    func run<Taker: AudioTaker & ~Copyable>(from source: inout AudioSource, into taker: inout Taker) throws {
        var openPart = 0
        for (index, run) in layout.runs.enumerated() {
            if run.part != openPart { source = try open(part: run.part) }
            openPart = run.part
            // Where audio stops and goes on elsewhere, or something else goes on, it is faded.
            let edges = AudioEdges(
                fadesIn: index > 0 || isMixed && run.firstOutput > 0,
                fadesOut: try index + 1 < layout.runs.count || isCut(run),
                sampleRate: run.sampleRate,
                channelCount: channelLayout.channelCount
            )
            try play(run, from: &source, edges, into: &taker)
        }
        if let silentEnd {
            try taker.fillSilence(until: silentEnd.ticks(over: Int32(sampleRate), rounding: .nearest))
        }
    }

    /// Whether the plan goes on behind the last run for longer than a fade. Audio that ends by itself ends as it is, unless other audio
    /// goes on.
    private func isCut(_ run: AudioLayout.Run) throws -> Bool {
        guard run.endOutput != nil || isMixed, let last = parts[run.part].segments.last(where: { $0.course != .hold })
        else { return false }
        let fade = RationalTime(Int64(AudioEdges.length(sampleRate: run.sampleRate)), Int32(run.sampleRate))
        return try end - last.target.end > fade
    }

    private func play<Taker: AudioTaker & ~Copyable>(
        _ run: AudioLayout.Run,
        from source: inout AudioSource,
        _ edges: consuming AudioEdges,
        into taker: inout Taker
    ) throws {
        var edges = edges
        try source.seek(to: run.firstSample, until: run.endSample, reversed: run.isReversed)
        var next: AudioLayout.Run? = run
        while let run = next { next = try stretch(run, from: &source, &edges, into: &taker) }
    }

    /// Plays a run up to its end or to a long silence. Returns what is left of the run behind the silence, which is not
    /// stretched: a hole in a recording may be hours long.
    private func stretch<Taker: AudioTaker & ~Copyable>(
        _ run: AudioLayout.Run,
        from source: inout AudioSource,
        _ edges: inout AudioEdges,
        into taker: inout Taker
    ) throws -> AudioLayout.Run? {
        let first = rescaled(run.firstOutput, from: run.sampleRate)
        try taker.fillSilence(until: first)
        var resampler: AudioResampler? =
            run.sampleRate == sampleRate
            ? nil : try AudioResampler.make(from: run.sampleRate, to: sampleRate, channelLayout)
        // A run of another sample rate may come out a sample too long; what is too long is cut.
        var rest = run.endOutput.map { rescaled($0, from: run.sampleRate) - first } ?? .max
        func give(_ block: PlanarSamples, _ taker: inout Taker) throws {
            let count = min(rest, Int64(block.frameCount))
            rest -= count
            if count > 0 { try taker.take(block.part(0..<Int(count))) }
        }
        let stretcher = try TimeStretcher(
            pitch,
            map: run.map,
            sampleRate: run.sampleRate,
            channelCount: channelLayout.channelCount
        )
        // What a stretcher still holds of the sound before it lasts less than a second of what is heard.
        let silence = max(1, Int64(run.map.rates.upperBound.approximation.rounded(.up)))
        var isFinished = false
        while !isFinished {
            if let block = try source.next() {
                stretcher.push(block)
            } else {
                stretcher.finish()
                isFinished = true
            }
            while let stretched = stretcher.pull() {
                let shaped = edges.shape(stretched)
                try give(resampler?.resample(shaped) ?? shaped, &taker)
            }
            if !isFinished, let sample = source.silenceEnd(less: silence),
                let rest = try AudioLayout.rest(of: run, from: sample, pitch)
            {
                source.skip(to: rest.firstSample)
                edges.pause()
                return rest
            }
        }
        let tail = edges.finish()
        try give(resampler?.resample(tail) ?? tail, &taker)
        if let end = try resampler?.finish() { try give(end, &taker) }
        return nil
    }

    /// A sample's number at the rate of what is rendered.
    func rescaled(_ sample: Int64, from rate: Int) -> Int64 {
        rate == sampleRate ? sample : (sample * Int64(sampleRate) * 2 + Int64(rate)) / (2 * Int64(rate))
    }
}
