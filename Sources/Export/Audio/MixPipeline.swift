internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization
internal import TimeStretch

/// Mixes the audio of two clips, each stretched by its own map, and encodes it.
///
/// Each is heard at half of its level (-6 dB), also where the other is silent: so nothing is clipped, and no level changes on
/// the way.
final class MixPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let renderings: [AudioRendering]
    private let encoder: OneShot<AudioEncoder>
    private let rendered = Mutex(Presentation())
    /// The number of the first sample.
    private let start: Int64
    private let sampleRate: Int32

    /// The share of each clip's samples.
    private static let level: Float = 0.5

    init(
        plan: TrackPlan,
        encoding: AudioEncoding,
        sampleRate wantedRate: Int,
        pitch: PitchAlgorithm,
        in context: PipelineContext
    ) throws {
        let parts = [plan.parts, plan.mixed]
        let streams = parts.map { context.inputs[$0[0].input].streams[$0[0].source.index] }
        // The one with more channels loses none; the other becomes like it.
        let leading =
            streams[1].parameters.channelLayout.channelCount > streams[0].parameters.channelLayout.channelCount ? 1 : 0
        let parameters = streams[leading].parameters
        let renderings = try parts.map {
            try AudioRendering(
                $0,
                of: context.inputs,
                pitch: pitch,
                like: parameters,
                until: context.end,
                damage: context.damage
            )
        }
        self.renderings = renderings
        let rate = renderings[0].sampleRate
        let start = renderings.compactMap { $0.firstSample(in: context.container) }.min() ?? 0
        let encoder = try AudioEncoder.make(
            encoding: encoding,
            source: parameters,
            sourceRate: rate,
            bitsPerSample: renderings.map(\.bitsPerSample).max() ?? parameters.bitsPerSample,
            sampleRate: wantedRate,
            firstSample: start,
            container: context.container
        )
        (self.start, sampleRate) = (start, Int32(rate))
        description = encoder.description(of: plan, disposition: .defaultStream)
        self.encoder = OneShot(encoder)
    }

    var presentation: Presentation { rendered.withLock { $0 } }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard var encoder = encoder.take() else { return }
        let queues = renderings.map { _ in BoundedQueue<PlanarSamples>(capacity: 4) }
        sink.workers.onFailure { for queue in queues { queue.cancel() } }
        for (rendering, queue) in zip(renderings, queues) {
            sink.workers.start { [start] in
                var source = try rendering.open()
                var taker = QueuedAudio(queue, from: start, channelCount: rendering.channelLayout.channelCount)
                try rendering.run(from: &source, into: &taker)
                queue.finish()
            }
        }
        var first = WaitingAudio(queues[0])
        var second = WaitingAudio(queues[1])
        while true {
            let (one, other) = (try first.next(), try second.next())
            let counts = [one, other].filter { $0 > 0 }
            guard let count = counts.min() else { break }
            let blocks = [first.take(min(one, count)), second.take(min(other, count))].compactMap { $0 }
            try encoder.encode(Self.mixed(blocks), into: sink)
        }
        let presentation = encoder.presentation(from: RationalTime(start, sampleRate))
        rendered.withLock { $0 = presentation }
        try encoder.finish(into: sink)
    }

    /// Blocks of one length together; at least one.
    private static func mixed(_ blocks: [PlanarSamples]) -> PlanarSamples {
        PlanarSamples(channelCount: blocks[0].channelCount, frameCount: blocks[0].frameCount) { channel, samples in
            for index in samples.indices {
                samples[index] = level * blocks.reduce(0) { $0 + $1.channels[channel][index] }
            }
        }
    }
}

/// Puts what is rendered into a queue, without a gap from a sample on.
private struct QueuedAudio: ~Copyable, AudioTaker {
    private let queue: BoundedQueue<PlanarSamples>
    private let channelCount: Int
    /// The number of the next sample.
    private var position: Int64

    /// Silence is made of so many samples at a time.
    private static let silence: Int64 = 16_384

    init(_ queue: BoundedQueue<PlanarSamples>, from start: Int64, channelCount: Int) {
        (self.queue, position, self.channelCount) = (queue, start, channelCount)
    }

    mutating func fillSilence(until sample: Int64) throws {
        while position < sample {
            let count = min(Self.silence, sample - position)
            try take(PlanarSamples(channelCount: channelCount, frameCount: Int(count)))
        }
    }

    mutating func take(_ block: PlanarSamples) throws {
        guard block.frameCount > 0 else { return }
        position += Int64(block.frameCount)
        try queue.append(block)
    }
}

/// The rest of a queue's blocks.
private struct WaitingAudio: ~Copyable {
    private let queue: BoundedQueue<PlanarSamples>
    private var block: PlanarSamples?

    init(_ queue: BoundedQueue<PlanarSamples>) { self.queue = queue }

    /// How many samples are there; 0 at the end.
    mutating func next() throws -> Int {
        if block == nil { block = try queue.next() }
        return block?.frameCount ?? 0
    }

    /// So many of these; `nil` for none.
    mutating func take(_ count: Int) -> PlanarSamples? {
        guard count > 0, let whole = block else { return nil }
        block = count < whole.frameCount ? whole.part(count..<whole.frameCount) : nil
        return whole.part(0..<count)
    }
}
