internal import FFmpeg
internal import MediaTime
internal import Pipeline
internal import Synchronization

/// Decodes a video track and gives each frame its places of the output, in output order.
final class PlannedFrames: Sendable {
    /// The track of the first part.
    let stream: StreamInfo
    private let plan: TrackPlan
    private let outputRate: FrameRate
    private let inputs: [MediaDescription]
    private let damage: DamageLog
    private let steps: [FrameStep]
    /// The first part's frames. The other parts are opened when it is their turn.
    private let firstFrames: OneShot<DecodedFrames>
    private let steadyReport = Mutex<SteadyFrames?>(nil)
    private let madeReport = Mutex<MadeFrames?>(nil)
    private let unlikeReport = Mutex(UnlikeFrames())

    /// The frames of a plan. Places are counted by the clock.
    init(
        _ plan: TrackPlan,
        _ clock: TrackPlan.FrameClock,
        inputs: [MediaDescription],
        damage: DamageLog
    ) throws {
        guard let outputRate = clock.outputRate else { throw ExportError(.fault, "a frame clock without a rate") }
        (self.plan, self.inputs, self.damage, self.outputRate) = (plan, inputs, damage, outputRate)
        steps = try plan.frameSteps(at: outputRate, rounding: clock.isInFrames)
        let reader = try TrackReader(inputs[plan.parts[0].input], track: plan.source)
        stream = reader.stream
        firstFrames = OneShot(try DecodedFrames.open(reader, damage: damage))
    }

    /// What steadying has cost; `nil` where frames are not steadied. Known when the first frame is in the queue.
    var steadied: SteadyFrames? { steadyReport.withLock { $0 } }

    /// What was made between the source's frames; `nil` where nothing is. Known when the queue has ended.
    var made: MadeFrames? { madeReport.withLock { $0 } }

    /// The frames of numbered images that are unlike the first, each as often as it is shown anew. Known when the queue has ended.
    var unlike: UnlikeFrames { unlikeReport.withLock { $0 } }

    /// Measures how frames must be moved to be steady.
    ///
    /// - Parameter progress: Is told which share has been measured; not called where nothing has to be.
    /// - Returns: What ``run(into:moved:passing:)`` takes, of each part.
    /// - Throws: What decoders and filters throw, and the closure.
    func measure(progress: (Double) throws -> Void) throws -> [SteadyMotion?] {
        try SteadyFrameParts.measure(
            plan.parts,
            // Damage is noted when the frames are used.
            { FilteredFrames(TimedFrames(try frames(of: $0, DamageLog())), $0.filters) },
            progress: progress
        )
    }

    /// Puts all frames into a queue, and ends it.
    ///
    /// - Parameters:
    ///   - queue: What is filled.
    ///   - motions: How frames are moved, of each part.
    ///   - passing: Is told the instant (target time) of each frame before it is put there.
    /// - Throws: What decoders and filters throw, and the closure.
    func run(
        into queue: BoundedQueue<PlacedFrame>,
        moved motions: [SteadyMotion?],
        passing: (RationalTime) throws -> Void
    ) throws {
        var steady = SteadyFrameParts(motions)
        steadyReport.withLock { $0 = steady.report }
        var source = try source(ofPart: 0)
        var openPart = 0
        var joiner = FrameJoiner()
        var maker = FrameMaker(plan.inBetween, outputRate: outputRate)
        var unlike = UnlikeFrames()
        for step in steps {
            switch step {
            case .black(let outputFrames):
                if let whole = joiner.add(PlacedFrame(frame: nil, outputFrames: outputFrames)) {
                    try queue.append(steady.move(whole))
                }
            case .segment(let selector, let part):
                if part != openPart { source = try self.source(ofPart: part) }
                openPart = part
                try source.begin(selector)
                while var placed = try source.next() {
                    placed.part = part
                    // As they are read: frames that others are made of are converted for that.
                    if plan.parts[part].source.isOfImages { unlike.note(placed) }
                    try passing(outputRate.time(ofFrame: placed.outputFrames.lowerBound))
                    guard let span = placed.span.take() else {
                        if let whole = joiner.add(placed) { try queue.append(steady.move(whole)) }
                        continue
                    }
                    if let whole = joiner.finish() { try queue.append(steady.move(whole)) }
                    try maker?.make(placed, over: span, moving: { try steady.move($0) }, { try queue.append($0) })
                }
            }
        }
        if let whole = joiner.finish() { try queue.append(steady.move(whole)) }
        madeReport.withLock { $0 = maker?.made }
        unlikeReport.withLock { [unlike] in $0 = unlike }
        queue.finish()
    }

    private func source(ofPart index: Int) throws -> FrameSource {
        FrameSource(
            FilteredFrames(TimedFrames(try frames(ofPart: index)), plan.parts[index].filters),
            spans: plan.inBetween?.makesFrames ?? false
        )
    }

    private func frames(ofPart index: Int) throws -> DecodedFrames {
        if index == 0, let frames = firstFrames.take() { return frames }
        return try frames(of: plan.parts[index], damage)
    }

    private func frames(of part: TrackPart, _ damage: DamageLog) throws -> DecodedFrames {
        let reader = try TrackReader(inputs[part.input], track: part.source)
        return try DecodedFrames.open(reader, damage: damage)
    }
}
