internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Decodes a video track and encodes the planned frames. Decoder and encoder each have a thread.
final class FramePipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let plan: TrackPlan
    private let clock: TrackPlan.FrameClock
    private let inputs: [MediaDescription]
    private let damage: DamageLog
    private let steps: [FrameStep]
    /// The first part's frames. The other parts are opened when it is their turn.
    private let firstFrames: OneShot<DecodedFrames>
    private let encoder: OneShot<Encoder>
    private let converter: FrameConverter
    private let zoom: ZoomCourse?
    private let outputRate: FrameRate
    /// Of the encoded frames; `nil` where they are whole.
    private let fieldOrder: FieldOrder?
    private let chosen = Mutex(Presentation())

    init(
        plan: TrackPlan,
        encoding: VideoEncoding,
        clock: TrackPlan.FrameClock,
        inputs: [MediaDescription],
        container: Container,
        damage: DamageLog
    ) throws {
        self.plan = plan
        self.inputs = inputs
        self.damage = damage
        self.clock = clock
        guard let outputRate = clock.outputRate else {
            throw ExportError(.fault, "a frame clock without a rate")
        }
        self.outputRate = outputRate
        steps = try plan.frameSteps(at: outputRate)
        let reader = try TrackReader(inputs[plan.parts[0].input], track: plan.source, choosing: clock.isInFrames)
        let stream = reader.stream
        let recipe = plan.recipe
        zoom = recipe?.zoom.map { ZoomCourse($0, plan.parts, of: inputs) }
        let target = try FrameTarget(parameters: stream.parameters, encoding: encoding, recipe: recipe)
        // What a recipe makes has square pixels, and lies as it is to be seen.
        let pixelAspect = recipe == nil ? stream.sampleAspectRatio : nil
        let stated =
            clock.statedRate ?? plan.constantRate.flatMap { plan.parts[0].claimedFrameRate?.scaled(by: $0) }
        fieldOrder = plan.fieldOrder
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoder: encoding.codec.traits.encoder,
                width: target.width,
                height: target.height,
                pixelFormat: target.pixelFormat,
                timeBase: TimeBase(outputRate.denominator, outputRate.numerator),
                frameRate: stated.map { TimeBase($0.numerator, $0.denominator) },
                sampleAspectRatio: pixelAspect,
                colour: target.colour,
                options: encoding.codec.options(
                    quality: encoding.quality,
                    preset: encoding.preset,
                    width: target.width,
                    height: target.height
                ) + plan.encoderOptions.map(\.entry),
                needsGlobalHeader: ContainerFormat(named: container.traits.muxer)?.needsGlobalHeader ?? false,
                fieldOrder: fieldOrder
            )
        )
        converter = FrameConverter(
            target: target,
            recipe: recipe,
            sources: plan.parts.map { part in
                FrameConverter.Source(
                    colour: inputs[part.input].streams[part.source.index].parameters.completeColour,
                    turn: plan.turn(of: part)
                )
            },
            timeBase: encoder.timeBase
        )
        description = Muxer.StreamDescription(
            parameters: encoder.parameters,
            timeBase: encoder.timeBase,
            frameRate: (plan.timecodeRate ?? clock.statedRate).map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: pixelAspect,
            metadata: plan.metadata.map(\.entry),
            disposition: stream.disposition,
            sideData: stream.sideData.filter { $0.isTrue(of: recipe) } + encoder.sideData
        )
        firstFrames = OneShot(try DecodedFrames.open(reader, damage: damage))
        self.encoder = OneShot(encoder)
    }

    var presentation: Presentation { chosen.withLock { $0 } }

    func run(into sink: PacketSink) throws {
        // A few frames are enough to even out the pace of decoder and encoder.
        let queue = BoundedQueue<PlacedFrame>(capacity: 8)
        sink.workers.onFailure { queue.cancel() }
        sink.workers.start { [self] in
            defer { sink.finish() }
            try encode(queue, into: sink)
        }
        var source = try source(ofPart: 0)
        var openPart = 0
        var joiner = FrameJoiner()
        for step in steps {
            switch step {
            case .black(let outputFrames):
                if let whole = joiner.add(PlacedFrame(frame: nil, outputFrames: outputFrames)) {
                    try queue.append(whole)
                }
            case .segment(let selector, let part):
                if part != openPart { source = try self.source(ofPart: part) }
                openPart = part
                try source.begin(selector)
                while var placed = try source.next() {
                    placed.part = part
                    try sink.pass(outputRate.time(ofFrame: placed.outputFrames.lowerBound))
                    if let whole = joiner.add(placed) { try queue.append(whole) }
                }
            }
        }
        if let whole = joiner.finish() { try queue.append(whole) }
        queue.finish()
    }

    private func source(ofPart index: Int) throws -> FrameSource {
        FrameSource(FilteredFrames(TimedFrames(try frames(ofPart: index)), plan.parts[index].filters))
    }

    private func frames(ofPart index: Int) throws -> DecodedFrames {
        if index == 0, let frames = firstFrames.take() { return frames }
        let part = plan.parts[index]
        let reader = try TrackReader(inputs[part.input], track: part.source, choosing: clock.isInFrames)
        return try DecodedFrames.open(reader, damage: damage)
    }

    private func encode(_ queue: BoundedQueue<PlacedFrame>, into sink: PacketSink) throws {
        guard let encoder = encoder.take() else { return }
        var converter = converter.started()
        let durations = DurationLedger()
        let packet = try Packet()
        while let placed = try queue.next() {
            try note(placed.outputFrames)
            for (places, view) in try views(of: placed) {
                let frame =
                    switch placed.frame {
                    case .some(let frame): try converter.convert(frame, ofPart: placed.part, view: view)
                    case .none: try converter.black()
                    }
                frame.clearPictureType()
                if let fieldOrder { frame.markFields(fieldOrder) }
                switch clock {
                case .frames:
                    for outputFrame in places {
                        frame.pts = outputFrame
                        try send(frame, to: encoder, packet, durations, sink)
                    }
                case .ticks:
                    frame.pts = places.lowerBound
                    durations.note(Int64(places.count), at: places.lowerBound)
                    try send(frame, to: encoder, packet, durations, sink)
                }
            }
        }
        try encoder.sendEnd()
        try drain(encoder, packet, durations, sink)
    }

    /// What is seen of a frame at its places of the output, those of one view together; `nil` where nothing zooms.
    private func views(of placed: borrowing PlacedFrame) throws -> [(places: Range<Int64>, view: FrameRectangle?)] {
        let all = placed.outputFrames
        guard let zoom else { return [(all, nil)] }
        var views: [(places: Range<Int64>, view: FrameRectangle?)] = []
        // A frame with ticks as its places is shown once, as it is at its beginning.
        for place in clock.isInFrames ? all : all.prefix(1) {
            let view = try zoom.view(at: outputRate.time(ofFrame: place), ofPart: placed.part)
            if let last = views.last, last.view == view {
                views[views.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                views.append((place..<place + 1, view))
            }
        }
        return clock.isInFrames ? views : views.map { (all, $0.view) }
    }

    /// Counts frames that are chosen for these places of the output.
    private func note(_ places: Range<Int64>) throws {
        guard let last = clock.isInFrames ? places.last : places.first else { return }
        let range = try (outputRate.time(ofFrame: places.lowerBound), outputRate.time(ofFrame: places.upperBound))
        let lastBegins = try outputRate.time(ofFrame: last)
        chosen.withLock { chosen in
            chosen.shown += clock.isInFrames ? Int64(places.count) : 1
            chosen.extend(from: range.0, lastBegins: lastBegins, to: range.1)
        }
    }

    private func send(
        _ frame: borrowing Frame,
        to encoder: borrowing Encoder,
        _ packet: borrowing Packet,
        _ durations: DurationLedger,
        _ sink: PacketSink
    ) throws {
        while try !encoder.send(frame) { try drain(encoder, packet, durations, sink) }
        try drain(encoder, packet, durations, sink)
    }

    private func drain(
        _ encoder: borrowing Encoder,
        _ packet: borrowing Packet,
        _ durations: DurationLedger,
        _ sink: PacketSink
    ) throws {
        while try encoder.receive(into: packet) == .produced {
            let output = try packet.reference()
            packet.reset()
            output.duration = clock.isInFrames ? 1 : output.pts.flatMap { durations[$0] } ?? output.duration
            output.rescale(from: encoder.timeBase, to: sink.timeBase)
            sink.progress.countFrame()
            try sink.write(output)
        }
    }
}

extension TrackPlan.FrameClock {
    /// The number of output frames or ticks a second; `nil` where a timescale is none.
    var outputRate: FrameRate? {
        switch self {
        case .frames(let rate): rate
        case .ticks(let timescale): FrameRate(timescale)
        }
    }

    /// The constant rate of the frames; `nil` where there is none.
    var statedRate: FrameRate? {
        if case .frames(let rate) = self { rate } else { nil }
    }

    var isInFrames: Bool { statedRate != nil }
}

/// Remembers how long frames last while the encoder holds them: encoders do not keep durations. The capacity is longer than
/// any encoder's delay.
final class DurationLedger {
    private static let capacity = 512
    private var durations: [Int64: Int64] = [:]
    private var order: [Int64] = []

    func note(_ duration: Int64, at timestamp: Int64) {
        durations[timestamp] = duration
        order.append(timestamp)
        if order.count > 2 * Self.capacity {
            for old in order.prefix(Self.capacity) { durations[old] = nil }
            order.removeFirst(Self.capacity)
        }
    }

    subscript(timestamp: Int64) -> Int64? { durations[timestamp] }
}

extension TrackPlan {
    /// How a part's frames are mirrored and turned to lie as those of the first part, whose orientation is the output's.
    fileprivate func turn(of part: TrackPart) -> FrameOrientation {
        let own = part.source.video?.orientation ?? .upright
        return own.then((source.video?.orientation ?? .upright).inverse)
    }
}

extension StreamSideData {
    /// Whether it is still true of frames that were encoded anew. Dolby Vision's own data lies in the packets, which are made
    /// without it.
    fileprivate func isTrue(of recipe: FrameRecipe?) -> Bool {
        guard let recipe else { return !isDolbyVision }
        return !isDolbyVision && !isDisplayMatrix && !(isHighRange && recipe.colour == .toneMapped)
    }
}
