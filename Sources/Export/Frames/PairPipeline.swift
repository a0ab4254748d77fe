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
    /// The same frames, of which the palette is made; `nil` where none is.
    private let scouts: [PlannedFrames]?
    /// Where the longer clip ends, in target time.
    private let end: RationalTime
    private let converters: [FrameConverter]
    private let encoder: OneShot<Encoder>
    private let chosen = Mutex(Presentation())

    init(
        plan: TrackPlan,
        pair: FramePair,
        encoding: VideoEncoding,
        clock: TrackPlan.FrameClock,
        in context: PipelineContext
    ) throws {
        guard let rate = clock.statedRate else { throw ExportError(.fault, "clips without a rate in common") }
        (self.clock, outputRate, canvas) = (clock, rate, pair.canvas)
        var frames: [PlannedFrames] = []
        var targets: [FrameTarget] = []
        var converters: [FrameConverter] = []
        for side in [plan, pair.second] {
            let planned = try PlannedFrames(side, clock, inputs: context.inputs, damage: context.damage)
            let target = try FrameTarget(
                parameters: planned.stream.parameters,
                encoding: encoding,
                recipe: side.recipe
            )
            targets.append(target)
            converters.append(FrameConverter(side, target, inputs: context.inputs, timeBase: rate.timeBase))
            frames.append(planned)
        }
        guard targets[0].pixelFormat == targets[1].pixelFormat else {
            throw ExportError(.fault, "clips in different formats cannot be put together")
        }
        (self.frames, self.converters) = (frames, converters)
        // Damage is noted when the frames are used.
        scouts =
            plan.hasPalette
            ? try [plan, pair.second].map { try PlannedFrames($0, clock, inputs: context.inputs, damage: DamageLog()) }
            : nil
        end = max(plan.targetEnd, pair.second.targetEnd)
        target = FrameTarget(width: pair.canvas.width, height: pair.canvas.height, of: targets[0])
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoding,
                target,
                timeBase: rate.timeBase,
                frameRate: rate,
                container: context.container
            )
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
        var painter: PalettePainter?
        if let scouts {
            var colours = ColourHistogram(fewColours: Palette.mostColours)
            try make(of: scouts, sink) { whole, place, _ in
                colours.add(whole, shown: 1)
                let time = try outputRate.time(ofFrame: place)
                try sink.prepare(end > .zero ? time.seconds / end.seconds : 0)
            }
            painter = PalettePainter(Palette(colours))
        }
        let writer = try FrameWriter.make(encoder, clock, into: sink)
        var painted: Frame?
        try make(of: frames, sink) { whole, place, isChanged in
            try sink.pass(outputRate.time(ofFrame: place))
            if isChanged { painted = try painter?.paint(whole) }
            switch painted {
            case .some(let painted): try writer.write(painted, at: place, lasting: 1)
            case .none: try writer.write(whole, at: place, lasting: 1)
            }
            try note(place)
        }
        try writer.finish()
    }

    /// Puts the clips' frames together.
    ///
    /// - Parameters:
    ///   - frames: Those of both clips.
    ///   - sink: Its threads decode them.
    ///   - use: Gets what is shown at each place of the output, and whether it is another frame than at the one before.
    /// - Throws: What decoders and converters throw, and the closure.
    private func make(
        of frames: [PlannedFrames],
        _ sink: PacketSink,
        _ use: (borrowing Frame, _ place: Int64, _ isChanged: Bool) throws -> Void
    ) throws {
        let queues = frames.map { _ in BoundedQueue<PlacedFrame>(capacity: 8) }
        sink.workers.onFailure { for queue in queues { queue.cancel() } }
        for (frames, queue) in zip(frames, queues) {
            sink.workers.start {
                let motions = try frames.measure { _ in try sink.check() }
                try frames.run(into: queue, moved: motions) { _ in }
            }
        }
        var first = PaneFrames(queues[0], converters[0])
        var second = PaneFrames(queues[1], converters[1])
        var place: Int64 = 0
        var whole: Frame?
        while true {
            let changes = (try first.advance(to: place), try second.advance(to: place))
            if first.isDone, second.isDone { return }
            let isChanged = whole == nil || changes.0 || changes.1
            if isChanged { whole = try painted(first, second) }
            switch whole {
            case .some(let whole): try use(whole, place, isChanged)
            case .none: throw ExportError(.fault, "nothing was put together")
            }
            place += 1
        }
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
