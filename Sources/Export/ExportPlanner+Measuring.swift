public import Composition
internal import FFmpeg
internal import MediaTime

extension ExportPlanner {
    /// A planner that knows how the pictures really follow one another, where that matters: for a constant frame rate
    /// every timestamp of the source is read. The one place where planning touches the file.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file) for a constant frame rate, else O(1).
    public static func measuring(
        input: MediaDescription,
        composition: Composition,
        settings: ExportSettings,
        container: Container
    ) throws(ExportError) -> ExportPlanner {
        let planner = ExportPlanner(
            input: input,
            composition: composition,
            settings: settings,
            container: container
        )
        guard case .constantFrameRate(let rate) = settings.timing, let video = input.mainVideo else { return planner }
        do {
            let measured = try planner.measure(video, at: rate)
            return ExportPlanner(
                input: input,
                composition: composition,
                settings: settings,
                container: container,
                measured: measured
            )
        } catch let error as FFmpegError {
            throw ExportError(reading: input.path, error)
        } catch let error as TimeOverflow {
            throw ExportError(.settings, "\(error)")
        } catch {
            throw ExportError(.fault, "\(error)")
        }
    }

    private func measure(_ video: MediaTrack, at rate: FrameRate) throws -> MeasuredPictures {
        var timing = FrameTiming()
        let segments = segments(of: video)
        var selections: [Selection] = []
        for (index, segment) in segments.enumerated() {
            let isOpenEnded = isOpenEnded(video) && index == segments.count - 1
            selections.append(
                Selection(
                    selector: try FrameSelector(mapping: segment, frameRate: rate, isOpenEnded: isOpenEnded),
                    isOpenEnded: isOpenEnded
                )
            )
        }
        var scan = try FrameTimingScan(path: input.path, track: video, origin: input.origin)
        try scan.run { timestamp, duration in
            timing.add(timestamp, lasting: duration)
            for index in selections.indices { try selections[index].add(timestamp) }
        }
        var counts = FrameCounts()
        for index in selections.indices { try selections[index].finish(at: timing.end, into: &counts) }
        return MeasuredPictures(timing: timing, counts: counts)
    }
}

/// One segment's selection while the source is scanned.
private struct Selection {
    private var selector: FrameSelector
    private let isOpenEnded: Bool
    private var counts = FrameCounts()
    private var isStarted = false

    init(selector: FrameSelector, isOpenEnded: Bool) {
        self.selector = selector
        self.isOpenEnded = isOpenEnded
    }

    mutating func add(_ timestamp: RationalTime) throws(TimeOverflow) {
        let source = selector.mapping.source
        guard isOpenEnded || timestamp < source.end else { return }
        let places = try selector.advance(to: timestamp)
        // Pictures before the segment only lead up to it.
        if isStarted, timestamp > source.start { counts.add(places) }
        isStarted = true
    }

    mutating func finish(at end: RationalTime?, into total: inout FrameCounts) throws(TimeOverflow) {
        let sourceEnd = selector.mapping.source.end
        if isStarted { counts.add(try selector.finish(at: isOpenEnded ? end ?? sourceEnd : sourceEnd)) }
        total.frames += counts.frames
        total.repeated += counts.repeated
        total.dropped += counts.dropped
    }
}
