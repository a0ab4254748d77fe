internal import FFmpeg
internal import MediaTime
internal import Pipeline

/// Decodes a video track and gives each frame its places of the output, in output order.
final class PlannedFrames: Sendable {
    /// The track of the first part.
    let stream: StreamInfo
    private let plan: TrackPlan
    private let isChoosing: Bool
    private let outputRate: FrameRate
    private let inputs: [MediaDescription]
    private let damage: DamageLog
    private let steps: [FrameStep]
    /// The first part's frames. The other parts are opened when it is their turn.
    private let firstFrames: OneShot<DecodedFrames>

    /// The frames of a plan. Places are counted by the clock.
    init(
        _ plan: TrackPlan,
        _ clock: TrackPlan.FrameClock,
        inputs: [MediaDescription],
        damage: DamageLog
    ) throws {
        guard let outputRate = clock.outputRate else { throw ExportError(.fault, "a frame clock without a rate") }
        (self.plan, self.inputs, self.damage, self.outputRate) = (plan, inputs, damage, outputRate)
        isChoosing = clock.isInFrames
        steps = try plan.frameSteps(at: outputRate)
        let reader = try TrackReader(inputs[plan.parts[0].input], track: plan.source, choosing: isChoosing)
        stream = reader.stream
        firstFrames = OneShot(try DecodedFrames.open(reader, damage: damage))
    }

    /// Puts all frames into a queue, and ends it. Each is announced by its instant (target time) before.
    func run(into queue: BoundedQueue<PlacedFrame>, passing: (RationalTime) throws -> Void) throws {
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
                    try passing(outputRate.time(ofFrame: placed.outputFrames.lowerBound))
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
        let reader = try TrackReader(inputs[part.input], track: part.source, choosing: isChoosing)
        return try DecodedFrames.open(reader, damage: damage)
    }
}
