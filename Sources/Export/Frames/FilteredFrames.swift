internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// A track's frames behind the filters of its source, each with the time in which it is presented.
///
/// Times are the source's. Those that the filters give are compared with them: a frame that comes out at another time, or one
/// too many or too few, is an error.
struct FilteredFrames: ~Copyable, Sendable {
    /// Filters look at frames before the one that they give. Behind a seek they get those of so long before it.
    private static let warmUp = RationalTime(1, 2)

    private var source: TimedFrames
    private let filters: SourceFilters?
    private var graph: FilterGraph?
    /// What the graph was made for.
    private var format: Format?
    /// When the frames are presented that are in the graph.
    private var expected = Deque<FilteredTime>()
    /// A frame of another format, which waits until the graph is empty.
    private var waiting: TimedFrame?
    /// Frames that end earlier are not filtered.
    private var beginning: RationalTime?
    /// Where the source was told to go, until its first frame has come.
    private var target: RationalTime?
    /// Frames that begin earlier are filtered, and not given: the filters have not seen enough before them.
    private var firstGiven: RationalTime?

    private struct Format: Equatable {
        let width: Int
        let height: Int
        let pixelFormat: PixelFormat
    }

    /// The frames of a file behind filters, if there are any.
    init(_ frames: consuming TimedFrames, _ filters: SourceFilters?) {
        source = frames
        self.filters = filters.flatMap { $0.hasChain ? $0 : nil }
    }

    /// The clock of the source.
    var clock: SourceClock { source.clock }

    /// Goes to the last key frame at or before an instant (asset time), and before what the filters have to see. Frames that come
    /// before the instant are not fit to be shown.
    mutating func seek(to instant: RationalTime) throws {
        guard filters != nil else { return try source.seek(to: instant) }
        reset()
        let start = try instant - Self.warmUp
        beginning = start
        try source.seek(to: start)
    }

    /// Goes there, too. As many frames as can be shown of those before the instant are given: at least those of ``warmUp``.
    mutating func seek(toBefore instant: RationalTime) throws {
        guard filters != nil else { return try source.seek(to: instant) }
        reset()
        let start = try instant - Self.warmUp - Self.warmUp
        target = start
        try source.seek(to: start)
    }

    /// As of ``TimedFrames``. Filters see all frames.
    mutating func showOnly(_ selector: FrameSelector?) { if filters == nil { source.showOnly(selector) } }

    private mutating func reset() {
        graph = nil
        waiting = nil
        expected.removeAll()
        (beginning, target, firstGiven) = (nil, nil, nil)
    }

    /// The next frame; `nil` at the end.
    mutating func next() throws -> TimedFrame? {
        guard let filters else { return try source.next() }
        let output = try Frame()
        while true {
            switch try receive(into: output) {
            case .produced:
                let timed = try timed(output)
                if let firstGiven, timed.start < firstGiven { continue }
                return timed
            case .needsInput:
                guard try feed(filters) else { return nil }
            case .ended:
                if let missing = expected.first {
                    throw ExportError(.filters, "the filters do not give back the frame at \(missing.start.seconds) s")
                }
                graph = nil
            }
        }
    }

    private func receive(into output: borrowing Frame) throws(FFmpegError) -> CodecState {
        switch graph {
        case .some(let graph): try graph.receive(into: output)
        case .none: .needsInput
        }
    }

    /// Gives the graph the next frame, or says that none comes; `false` where there is none, and no graph.
    private mutating func feed(_ filters: SourceFilters) throws -> Bool {
        guard let timed = try waiting.take() ?? source.next() else {
            switch graph {
            case .some(let graph): try graph.sendEnd()
            case .none: return false
            }
            return true
        }
        if let beginning, timed.end < beginning, !timed.isLast { return true }
        if let target = target.take(), timed.start <= target { firstGiven = try timed.start + Self.warmUp }
        guard let pixelFormat = timed.frame.pixelFormat else {
            throw ExportError(.unsupported, "a frame of an unknown format")
        }
        let format = Format(width: timed.frame.width, height: timed.frame.height, pixelFormat: pixelFormat)
        if graph == nil {
            self.format = format
            graph = try filters.graph(
                width: format.width,
                height: format.height,
                pixelFormat,
                pixelAspect: clock.track.video?.pixelAspect,
                frameRate: clock.track.video?.claimedFrameRate
            )
        } else if format != self.format {
            waiting = consume timed
            if let last = expected.popLast() { expected.append(last.lastOfFilters) }
            switch graph {
            case .some(let graph): try graph.sendEnd()
            case .none: break
            }
            return true
        }
        let times = try FilteredTime.times(
            from: timed.start,
            to: timed.end,
            isLast: timed.isLast,
            count: filters.framesPerFrame
        )
        let frame = try timed.frame.reference()
        frame.pts = times[0].ticks
        if let order = filters.deinterlacing { frame.markFields(order) }
        switch graph {
        case .some(let graph): try graph.send(frame)
        case .none: break
        }
        expected.append(contentsOf: times)
        return true
    }

    /// The frame that came out of the graph, with its time.
    private mutating func timed(_ output: borrowing Frame) throws -> TimedFrame {
        guard let time = expected.popFirst() else {
            throw ExportError(.filters, "the filters give more frames than they get")
        }
        switch graph {
        case .some(let graph):
            guard time.isMet(by: output.pts, in: graph.timeBase) else {
                throw ExportError(.filters, "the filters give the frame at \(time.start.seconds) s another time")
            }
        case .none: break
        }
        if let format { try filters?.check(output, width: format.width, height: format.height) }
        var timed = TimedFrame(frame: try output.reference(), start: time.start, end: time.end, isLast: time.isLast)
        timed.origin = time.origin
        return timed
    }
}
