internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization
internal import TimeStretch

/// Decodes an audio track, stretches it by the same map as the video, and encodes it.
final class AudioPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let rendering: AudioRendering
    /// The first part's audio.
    private let source: OneShot<AudioSource>
    private let encoder: OneShot<AudioEncoder>
    private let rendered = Mutex(Presentation())
    /// The number of the first sample that is encoded; `nil` where there is none.
    private let start: Int64?

    init(
        plan: TrackPlan,
        encoding: AudioEncoding,
        sampleRate wantedRate: Int,
        pitch: PitchAlgorithm,
        in context: PipelineContext
    ) throws {
        let stream = context.inputs[plan.parts[0].input].streams[plan.source.index]
        rendering = try AudioRendering(
            plan.parts,
            of: context.inputs,
            pitch: pitch,
            until: context.end,
            silentUntil: plan.silentEnd,
            damage: context.damage
        )
        start = rendering.firstSample(in: context.container)
        let encoder = try AudioEncoder.make(
            encoding: encoding,
            source: stream.parameters,
            sourceRate: rendering.sampleRate,
            bitsPerSample: rendering.bitsPerSample,
            sampleRate: wantedRate,
            firstSample: start ?? 0,
            container: context.container
        )
        description = encoder.description(of: plan, disposition: stream.disposition)
        source = OneShot(try rendering.open())
        self.encoder = OneShot(encoder)
    }

    var presentation: Presentation { rendered.withLock { $0 } }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard let encoder = encoder.take(), var source = source.take() else { return }
        var taker = EncodedAudio(encoder: encoder, sink: sink)
        try rendering.run(from: &source, into: &taker)
        let start = start.map { RationalTime($0, Int32(rendering.sampleRate)) }
        let presentation = taker.encoder.presentation(from: start)
        rendered.withLock { $0 = presentation }
        try taker.encoder.finish(into: sink)
    }
}

/// Encodes what is rendered.
private struct EncodedAudio: ~Copyable, AudioTaker {
    var encoder: AudioEncoder
    let sink: PacketSink

    mutating func fillSilence(until sample: Int64) throws { try encoder.fillSilence(until: sample, into: sink) }

    mutating func take(_ block: PlanarSamples) throws { try encoder.encode(block, into: sink) }
}
