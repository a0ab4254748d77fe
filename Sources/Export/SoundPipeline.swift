internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import TimeStretch

/// Decodes a track of sound, stretches it by the same map as the picture, and encodes it.
final class SoundPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let pitch: PitchAlgorithm
    private let layout: SoundLayout
    private let channelLayout: ChannelLayout
    private let source: Handover<SoundSource>
    private let encoder: Handover<SoundEncoder>

    init(
        plan: TrackPlan,
        encoding: AudioEncoding,
        sampleRate: Int,
        pitch: PitchAlgorithm,
        input: MediaDescription,
        container: Container,
        damage: DamageLog
    ) throws {
        self.pitch = pitch
        let reader = try TrackReader(path: input.path, track: plan.source, origin: input.origin)
        let stream = reader.stream
        channelLayout = stream.parameters.channelLayout
        let sourceRate = stream.parameters.sampleRate
        layout = try SoundLayout(plan: plan, sampleRate: sourceRate)
        let encoder = try SoundEncoder.make(
            encoding: encoding,
            source: stream.parameters,
            sampleRate: sampleRate,
            firstSample: layout.runs.first?.firstOutput ?? 0,
            container: container
        )
        description = Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: TimeBase(1, Int32(encoder.sampleRate)),
            metadata: MetadataFilter.track(plan.source.metadata, in: container).map(\.entry),
            disposition: stream.disposition,
            sideData: encoder.sideData
        )
        source = Handover(
            SoundSource(
                sampleRate: sourceRate,
                channelLayout: channelLayout,
                frames: try DecodedFrames.open(reader, damage: damage)
            )
        )
        self.encoder = Handover(encoder)
    }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard var source = source.take(), var encoder = encoder.take() else { return }
        for run in layout.runs {
            try encoder.fillSilence(until: run.firstOutput, into: sink)
            let stretcher = try TimeStretcher(
                pitch,
                map: run.map,
                sampleRate: layout.sampleRate,
                channelCount: channelLayout.channelCount
            )
            try source.seek(to: run.firstSample, until: run.endSample)
            while let block = try source.next() {
                stretcher.push(block)
                while let stretched = stretcher.pull() { try encoder.encode(stretched, into: sink) }
            }
            stretcher.finish()
            while let stretched = stretcher.pull() { try encoder.encode(stretched, into: sink) }
        }
        try encoder.finish(into: sink)
    }
}
