internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization
internal import TimeStretch

/// Decodes an audio track, stretches it by the same map as the video, and encodes it.
final class AudioPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let pitch: PitchAlgorithm
    private let layout: AudioLayout
    private let parts: [TrackPart]
    private let inputs: [MediaDescription]
    private let damage: DamageLog
    /// The first part's channel layout. The others are converted to it.
    private let channelLayout: ChannelLayout
    private let sampleRate: Int
    /// The first part's audio. The other parts are opened when it is their turn.
    private let source: OneShot<AudioSource>
    private let encoder: OneShot<AudioEncoder>
    private let rendered = Mutex(Presentation())

    init(
        plan: TrackPlan,
        encoding: AudioEncoding,
        sampleRate wantedRate: Int,
        pitch: PitchAlgorithm,
        inputs: [MediaDescription],
        container: Container,
        damage: DamageLog
    ) throws {
        self.pitch = pitch
        self.inputs = inputs
        self.damage = damage
        parts = plan.parts
        let reader = try TrackReader(inputs[plan.parts[0].input], track: plan.source)
        let stream = reader.stream
        channelLayout = stream.parameters.channelLayout
        sampleRate = stream.parameters.sampleRate
        layout = try AudioLayout(
            parts: plan.parts,
            sampleRates: plan.parts.map { inputs[$0.input].streams[$0.source.index].parameters.sampleRate }
        )
        let encoder = try AudioEncoder.make(
            encoding: encoding,
            source: stream.parameters,
            sampleRate: wantedRate,
            firstSample: layout.runs.first?.firstOutput ?? 0,
            container: container
        )
        description = Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: TimeBase(1, Int32(encoder.sampleRate)),
            metadata: plan.metadata.map(\.entry),
            disposition: stream.disposition,
            sideData: encoder.sideData
        )
        source = OneShot(
            AudioSource(
                sampleRate: sampleRate,
                channelLayout: channelLayout,
                frames: try DecodedFrames.open(reader, damage: damage)
            )
        )
        self.encoder = OneShot(encoder)
    }

    var presentation: Presentation { rendered.withLock { $0 } }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard var encoder = encoder.take(), var source = source.take() else { return }
        var openPart = 0
        for (index, run) in layout.runs.enumerated() {
            if run.part != openPart { source = try open(run) }
            openPart = run.part
            // Where audio stops and goes on elsewhere, it is faded.
            let edges = AudioEdges(
                fadesIn: index > 0,
                fadesOut: index + 1 < layout.runs.count,
                sampleRate: run.sampleRate,
                channelCount: channelLayout.channelCount
            )
            try play(run, from: &source, edges, into: &encoder, sink)
        }
        if let start = layout.runs.first.map({ RationalTime(rescaled($0.firstOutput, from: $0.sampleRate), rate) }),
            encoder.end > start
        {
            let end = encoder.end
            rendered.withLock { $0.extend(from: start, lastBegins: start, to: end) }
        }
        let clipping = encoder.clipping
        rendered.withLock { $0.clipping = clipping }
        try encoder.finish(into: sink)
    }

    /// Samples a second of what is rendered.
    private var rate: Int32 { Int32(sampleRate) }

    private func open(_ run: AudioLayout.Run) throws -> AudioSource {
        let part = parts[run.part]
        let reader = try TrackReader(inputs[part.input], track: part.source)
        return AudioSource(
            sampleRate: run.sampleRate,
            channelLayout: channelLayout,
            frames: try DecodedFrames.open(reader, damage: damage)
        )
    }

    private func play(
        _ run: AudioLayout.Run,
        from source: inout AudioSource,
        _ edges: consuming AudioEdges,
        into encoder: inout AudioEncoder,
        _ sink: PacketSink
    ) throws {
        var edges = edges
        try source.seek(to: run.firstSample, until: run.endSample, reversed: run.isReversed)
        var next: AudioLayout.Run? = run
        while let run = next { next = try stretch(run, from: &source, &edges, into: &encoder, sink) }
    }

    /// Plays a run up to its end or to a long silence. Returns what is left of the run behind the silence, which is not
    /// stretched: a hole in a recording may be hours long.
    private func stretch(
        _ run: AudioLayout.Run,
        from source: inout AudioSource,
        _ edges: inout AudioEdges,
        into encoder: inout AudioEncoder,
        _ sink: PacketSink
    ) throws -> AudioLayout.Run? {
        let first = rescaled(run.firstOutput, from: run.sampleRate)
        try encoder.fillSilence(until: first, into: sink)
        var resampler: AudioResampler? =
            run.sampleRate == sampleRate
            ? nil : try AudioResampler.make(from: run.sampleRate, to: sampleRate, channelLayout)
        // A run of another sample rate may come out a sample too long; what is too long is cut.
        var rest = run.endOutput.map { rescaled($0, from: run.sampleRate) - first } ?? .max
        func encode(_ block: PlanarSamples, _ encoder: inout AudioEncoder) throws {
            let count = min(rest, Int64(block.frameCount))
            rest -= count
            if count > 0 { try encoder.encode(block.part(0..<Int(count)), into: sink) }
        }
        let stretcher = try TimeStretcher(
            pitch,
            map: run.map,
            sampleRate: run.sampleRate,
            channelCount: channelLayout.channelCount
        )
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
                try encode(resampler?.resample(shaped) ?? shaped, &encoder)
            }
            if !isFinished, let sample = source.silentUntil, let rest = try AudioLayout.rest(of: run, from: sample) {
                source.skip(to: rest.firstSample)
                return rest
            }
        }
        let tail = edges.finish()
        try encode(resampler?.resample(tail) ?? tail, &encoder)
        if let end = try resampler?.finish() { try encode(end, &encoder) }
        return nil
    }

    private func rescaled(_ sample: Int64, from rate: Int) -> Int64 {
        rate == sampleRate ? sample : (sample * Int64(sampleRate) * 2 + Int64(rate)) / (2 * Int64(rate))
    }
}
