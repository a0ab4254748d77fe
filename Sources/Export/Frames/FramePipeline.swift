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
    private let frames: PlannedFrames
    /// The same frames, of which the palette is made; `nil` where none is.
    private let scouts: PlannedFrames?
    private let timeBase: TimeBase
    private let encoder: OneShot<Encoder>
    private let converter: FrameConverter
    private let zoom: ZoomCourse?
    /// What is said of frames upon them; `nil` where nothing is.
    private let facts: FrameFacts?
    private let target: FrameTarget
    private let outputRate: FrameRate
    /// Of the encoded frames; `nil` where they are whole.
    private let fieldOrder: FieldOrder?
    private let chosen = Mutex(Presentation())
    private let again = Mutex(ShownAgain())

    init(
        plan: TrackPlan,
        encoding: VideoEncoding,
        clock: TrackPlan.FrameClock,
        in context: PipelineContext
    ) throws {
        self.plan = plan
        self.clock = clock
        guard let outputRate = clock.outputRate else {
            throw ExportError(.fault, "a frame clock without a rate")
        }
        self.outputRate = outputRate
        frames = try PlannedFrames(plan, clock, inputs: context.inputs, damage: context.damage)
        // Damage is noted when the frames are used.
        scouts = plan.hasPalette ? try PlannedFrames(plan, clock, inputs: context.inputs, damage: DamageLog()) : nil
        let stream = frames.stream
        let recipe = plan.recipe
        zoom = recipe?.zoom.map { ZoomCourse($0, plan.parts, of: context.inputs) }
        facts = plan.marks.facts.isEmpty ? nil : try FrameFacts(plan.marks.facts, plan.parts, of: context.inputs)
        target = try FrameTarget(parameters: stream.parameters, encoding: encoding, recipe: recipe)
        // What a recipe makes has square pixels, and lies as it is to be seen.
        let pixelAspect = recipe == nil ? stream.sampleAspectRatio : nil
        fieldOrder = plan.fieldOrder
        let encoder = try Encoder(
            VideoEncoderSettings(
                encoding,
                target,
                timeBase: outputRate.timeBase,
                frameRate: plan.encoderRate,
                pixelAspect: pixelAspect,
                options: plan.encoderOptions.map(\.entry),
                fieldOrder: fieldOrder,
                container: context.container
            )
        )
        timeBase = encoder.timeBase
        converter = FrameConverter(plan, target, inputs: context.inputs, timeBase: encoder.timeBase)
        let described = stream.sideData + context.inputs[plan.parts[0].input].highRange(in: stream)
        description = Muxer.StreamDescription(
            parameters: try plan.statedLevel.map(encoder.parameters.stating) ?? encoder.parameters,
            timeBase: encoder.timeBase,
            frameRate: (plan.timecodeRate ?? clock.statedRate).map { TimeBase($0.numerator, $0.denominator) },
            sampleAspectRatio: pixelAspect,
            metadata: plan.metadata.map(\.entry),
            disposition: stream.disposition,
            sideData: described.filter { $0.isTrue(of: plan) } + encoder.sideData
        )
        self.encoder = OneShot(encoder)
    }

    var presentation: Presentation {
        var presentation = chosen.withLock { $0 }
        presentation.steadied = frames.steadied
        presentation.made = frames.made
        presentation.again = again.withLock { $0 }
        presentation.unlike = frames.unlike
        return presentation
    }

    func run(into sink: PacketSink) throws {
        // A few frames are enough to even out the pace of decoder and encoder. Making frames takes some, too.
        let capacity = plan.inBetween?.makesFrames ?? false ? 2 : 8
        let queue = BoundedQueue<PlacedFrame>(capacity: capacity)
        let scouting = BoundedQueue<PlacedFrame>(capacity: capacity)
        sink.workers.onFailure {
            queue.cancel()
            scouting.cancel()
        }
        sink.workers.start { [self] in
            defer { sink.finish() }
            let painter = scouts == nil ? nil : PalettePainter(Palette(try colours(of: scouting)))
            try encode(queue, painter, into: sink)
        }
        // Where a palette is made, too, the frames are read three times, and each time counts as much until the last one.
        let measuring = scouts == nil ? 1 : 0.5
        var measured = 0.0
        let motions = try frames.measure { share in
            measured = measuring
            try sink.prepare(measuring * share)
        }
        if let scouts {
            let end = plan.targetEnd.seconds
            try scouts.run(into: scouting, moved: motions) { time in
                try sink.prepare(measured + (1 - measured) * (end > 0 ? time.seconds / end : 0))
            }
        }
        try frames.run(into: queue, moved: motions, passing: sink.pass)
    }

    /// The colours of all frames, as they will be shown.
    private func colours(of queue: BoundedQueue<PlacedFrame>) throws -> ColourHistogram {
        var colours = ColourHistogram(fewColours: Palette.mostColours)
        try make(of: queue) { frame, places in colours.add(frame, shown: clock.isInFrames ? Int64(places.count) : 1) }
        return colours
    }

    private func encode(
        _ queue: BoundedQueue<PlacedFrame>,
        _ painter: PalettePainter?,
        into sink: PacketSink
    ) throws {
        guard let encoder = encoder.take() else { return }
        let writer = try FrameWriter.make(encoder, clock, into: sink)
        var painter = painter
        try make(of: queue, noting: note) { frame, places in
            if let painted = try painter?.paint(frame) {
                try write(painted, at: places, writer)
            } else {
                try write(frame, at: places, writer)
            }
        }
        try writer.finish()
    }

    private func write(_ frame: borrowing Frame, at places: Range<Int64>, _ writer: borrowing FrameWriter) throws {
        frame.clearPictureType()
        if let fieldOrder { frame.markFields(fieldOrder) }
        switch clock {
        case .frames:
            for place in places {
                try writer.write(frame, at: place, lasting: 1)
                frame.removeCaptions()
            }
        case .ticks:
            try writer.write(frame, at: places.lowerBound, lasting: Int64(places.count))
        }
    }

    /// Makes the frames of the output.
    ///
    /// - Parameters:
    ///   - queue: The source's frames at their places.
    ///   - noting: Is told each of these.
    ///   - use: Gets each frame of the output with its places.
    /// - Throws: What converters throw, and both closures.
    private func make(
        of queue: BoundedQueue<PlacedFrame>,
        noting: (borrowing PlacedFrame) throws -> Void = { _ in },
        _ use: (borrowing Frame, Range<Int64>) throws -> Void
    ) throws {
        var converter = converter.started()
        let marker: FrameMarker? =
            plan.marks.isEmpty
            ? nil
            : try FrameMarker.make(
                plan.marks,
                width: target.width,
                height: target.height,
                pixelFormat: target.pixelFormat,
                timeBase: timeBase
            )
        var captions = SaidCaptions()
        while let placed = try queue.next() {
            try noting(placed)
            var areSaid = captions.wereSaid(placed)
            for (places, look) in try looks(of: placed) {
                var frame =
                    switch placed.frame {
                    case .some(let frame): try converter.convert(frame, ofPart: placed.part, view: look.view)
                    case .none: try converter.black()
                    }
                switch marker {
                case .some(let marker): frame = try marker.marked(frame, facts: look.facts)
                case .none: break
                }
                if areSaid { frame.removeCaptions() }
                areSaid = true
                try use(frame, places)
            }
        }
    }

    /// How a frame looks at a place of the output.
    private struct Look: Equatable {
        /// What is seen of it; `nil` where nothing zooms.
        var view: FrameRectangle?
        /// What is written upon it.
        var facts = ""
    }

    /// How a frame looks at its places of the output, those where it looks the same together.
    private func looks(of placed: borrowing PlacedFrame) throws -> [(places: Range<Int64>, look: Look)] {
        let all = placed.outputFrames
        guard zoom != nil || facts != nil else { return [(all, Look())] }
        var looks: [(places: Range<Int64>, look: Look)] = []
        // A frame with ticks as its places is shown once, as it is at its beginning.
        for place in clock.isInFrames ? all : all.prefix(1) {
            let target = try outputRate.time(ofFrame: place)
            var look = Look(view: try zoom?.view(at: target, ofPart: placed.part))
            if placed.frame != nil, let facts {
                look.facts = try facts.text(
                    ofFrameAt: placed.instant,
                    made: placed.made,
                    shownAt: target,
                    ofPart: placed.part
                )
            }
            if let last = looks.last, last.look == look {
                looks[looks.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                looks.append((place..<place + 1, look))
            }
        }
        return clock.isInFrames ? looks : looks.map { (all, $0.look) }
    }

    /// Counts a frame that is chosen for its places of the output.
    private func note(_ placed: borrowing PlacedFrame) throws {
        let places = placed.outputFrames
        if clock.isInFrames { again.withLock { $0.note(placed) } }
        guard let last = clock.isInFrames ? places.last : places.first else { return }
        let range = try (outputRate.time(ofFrame: places.lowerBound), outputRate.time(ofFrame: places.upperBound))
        let lastBegins = try outputRate.time(ofFrame: last)
        chosen.withLock { chosen in
            chosen.shown += clock.isInFrames ? Int64(places.count) : 1
            chosen.extend(from: range.0, lastBegins: lastBegins, to: range.1)
        }
    }
}

extension StreamSideData {
    /// Whether it is still true of frames that were encoded anew. Dolby Vision's own data lies in the packets, which are made
    /// without it.
    fileprivate func isTrue(of plan: TrackPlan) -> Bool {
        if isStereo || isSpherical { return plan.keepsViews }
        guard let recipe = plan.recipe else { return !isDolbyVision }
        return !isDolbyVision && !isDisplayMatrix && !(isHighRange && recipe.colour == .toneMapped)
    }
}
