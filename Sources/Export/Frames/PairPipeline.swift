internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Shows the frames of two clips together. Each clip is decoded by a thread of its own; a third puts frames together and encodes
/// them.
final class PairPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let canvas: PairCanvas
    private let clock: TrackPlan.FrameClock
    private let outputRate: FrameRate
    private let target: FrameTarget
    private let frames: [PlannedFrames]
    private let converters: [FrameConverter]
    private let encoder: OneShot<Encoder>
    private let chosen = Mutex(Presentation())

    init(
        plan: TrackPlan,
        pair: FramePair,
        encoding: VideoEncoding,
        clock: TrackPlan.FrameClock,
        inputs: [MediaDescription],
        container: Container,
        damage: DamageLog
    ) throws {
        guard let rate = clock.statedRate else { throw ExportError(.fault, "clips without a rate in common") }
        (self.clock, outputRate, canvas) = (clock, rate, pair.canvas)
        var frames: [PlannedFrames] = []
        var targets: [FrameTarget] = []
        var converters: [FrameConverter] = []
        for side in [plan, pair.second] {
            let planned = try PlannedFrames(side, clock, inputs: inputs, damage: damage)
            let target = try FrameTarget(
                parameters: planned.stream.parameters,
                encoding: encoding,
                recipe: side.recipe
            )
            targets.append(target)
            converters.append(FrameConverter(side, target, inputs: inputs, timeBase: rate.timeBase))
            frames.append(planned)
        }
        guard targets[0].pixelFormat == targets[1].pixelFormat else {
            throw ExportError(.fault, "clips in different formats cannot be put together")
        }
        (self.frames, self.converters) = (frames, converters)
        target = FrameTarget(
            width: pair.canvas.width,
            height: pair.canvas.height,
            pixelFormat: targets[0].pixelFormat,
            colour: targets[0].colour
        )
        let encoder = try Encoder(
            VideoEncoderSettings(encoding, target, timeBase: rate.timeBase, frameRate: rate, container: container)
        )
        description = Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: encoder.timeBase,
            frameRate: TimeBase(rate.numerator, rate.denominator),
            metadata: plan.metadata.map(\.entry),
            disposition: .defaultStream,
            sideData: encoder.sideData
        )
        self.encoder = OneShot(encoder)
    }

    var presentationEnd: RationalTime? { nil }

    var presentation: Presentation { chosen.withLock { $0 } }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard let encoder = encoder.take() else { return }
        let queues = frames.map { _ in BoundedQueue<PlacedFrame>(capacity: 8) }
        sink.workers.onFailure { for queue in queues { queue.cancel() } }
        for (frames, queue) in zip(frames, queues) {
            sink.workers.start { try frames.run(into: queue) { _ in } }
        }
        var first = PaneFrames(queues[0], converters[0])
        var second = PaneFrames(queues[1], converters[1])
        let writer = try FrameWriter.make(encoder, clock, into: sink)
        var place: Int64 = 0
        var whole: Frame?
        while true {
            let isChanged = (try first.advance(to: place), try second.advance(to: place))
            if first.isDone, second.isDone { break }
            if whole == nil || isChanged.0 || isChanged.1 { whole = try painted(first, second) }
            try sink.pass(outputRate.time(ofFrame: place))
            switch whole {
            case .some(let whole): try writer.write(whole, at: place, lasting: 1)
            case .none: throw ExportError(.fault, "nothing was put together")
            }
            try note(place)
            place += 1
        }
        try writer.finish()
    }

    /// Both clips' frames in their places.
    private func painted(_ first: borrowing PaneFrames, _ second: borrowing PaneFrames) throws -> Frame {
        let whole = try Frame.video(target.pixelFormat, width: canvas.width, height: canvas.height)
        whole.set(target.colour)
        try whole.blacken()
        var isEmpty = true
        switch first.shown {
        case .some(let frame):
            try whole.paste(frame, left: canvas.places[0].left, top: canvas.places[0].top)
            isEmpty = false
        case .none: break
        }
        switch second.shown {
        case .some(let frame):
            let (left, top) = (canvas.places[1].left, canvas.places[1].top)
            if canvas.isMixed, !isEmpty {
                try whole.mix(frame, left: left, top: top)
            } else {
                try whole.paste(frame, left: left, top: top)
            }
        case .none: break
        }
        return whole
    }

    private func note(_ place: Int64) throws {
        let (start, end) = try (outputRate.time(ofFrame: place), outputRate.time(ofFrame: place + 1))
        chosen.withLock { chosen in
            chosen.shown += 1
            chosen.extend(from: start, lastBegins: start, to: end)
        }
    }
}

extension FrameRate {
    /// The unit in which its frames are counted.
    var timeBase: TimeBase { TimeBase(denominator, numerator) }
}
