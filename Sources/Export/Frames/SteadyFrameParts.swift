internal import FFmpeg
internal import MediaTime

/// Takes the shaking of the camera out of a track's frames. The camera's way is measured beforehand, in a reading of its own.
struct SteadyFrameParts: ~Copyable {
    /// Of each part; `nil` where its frames stay as they are.
    private let motions: [SteadyMotion?]
    private var mover: FrameMover?
    private var part: Int?

    /// Of frames that are moved as was measured, or left as they are.
    init(_ motions: [SteadyMotion?]) { self.motions = motions }

    /// What it costs; `nil` where nothing is steadied.
    var report: SteadyFrames? {
        motions.reduce(nil) { report, motion in motion.map { SteadyFrames.joined(report, $0.margin.report) } ?? report }
    }

    /// Measures what is played of each part that is to be steady.
    ///
    /// - Parameters:
    ///   - parts: The track's.
    ///   - frames: Opens the frames of a part.
    ///   - progress: Is told which share has been measured.
    /// - Returns: How each part's frames are moved; `nil` where they stay as they are.
    /// - Throws: What decoders and filters throw, and whatever `progress` throws.
    static func measure(
        _ parts: [TrackPart],
        _ frames: (TrackPart) throws -> FilteredFrames,
        progress: (Double) throws -> Void
    ) throws -> [SteadyMotion?] {
        let passages = parts.map { $0.filters?.stabilisation == nil ? [] : TrackPart.passages($0.segments) }
        let total = passages.joined().reduce(0) { $0 + $1.duration.seconds }
        var before = 0.0
        var motions: [SteadyMotion?] = []
        for (part, passages) in zip(parts, passages) {
            guard let strength = part.filters?.stabilisation, let format = part.source.video else {
                motions.append(nil)
                continue
            }
            let frame = SeenFrame(format)
            var analysis = MotionAnalysis(pixelAspect: frame.pixelAspect)
            var source = try frames(part)
            for (index, range) in passages.enumerated() {
                let isLast = index == passages.count - 1
                try analysis.measure(range, of: &source, isOpenEnded: isLast && part.isOpenEnded) { instant in
                    let seconds = min(max(instant.seconds - range.start.seconds, 0), range.duration.seconds)
                    try progress(total > 0 ? (before + seconds) / total : 1)
                }
                before += range.duration.seconds
            }
            motions.append(SteadyMotion(analysis.paths, strength, frame))
        }
        return motions
    }

    /// A frame with its places in the output, moved.
    mutating func move(_ placed: consuming PlacedFrame) throws -> PlacedFrame {
        guard let motion = motions[placed.part] else { return placed }
        if part != placed.part {
            mover = FrameMover(motion)
            part = placed.part
        }
        var moved: Frame?
        if let frame = placed.frame { moved = try mover?.move(frame, at: placed.instant.seconds) }
        var result = PlacedFrame(frame: moved, outputFrames: placed.outputFrames)
        (result.continues, result.part, result.instant) = (placed.continues, placed.part, placed.instant)
        (result.segments, result.origin) = (placed.segments, placed.origin)
        return result
    }
}
