internal import DequeModule
internal import FFmpeg
internal import InBetween
internal import MediaTime

/// A track's frames, without those that only repeat the one before: a camera or a converter that had none wrote them. The frame
/// before takes over their time, so that what moves goes on evenly.
///
/// Where a frame stays for longer, nothing moves, and all are given.
struct DistinctFrames: ~Copyable, Sendable {
    private var source: FilteredFrames
    /// Whether repetitions are taken out.
    private let isMerging: Bool
    private var ahead = UniqueDeque<TimedFrame>()
    private var pictures = RepeatedPictures()

    /// The frames of a file.
    init(_ frames: consuming FilteredFrames, merging: Bool) {
        source = frames
        isMerging = merging
    }

    /// The clock of the source.
    var clock: SourceClock { source.clock }

    /// As of ``FilteredFrames``.
    mutating func seek(to instant: RationalTime) throws {
        reset()
        try source.seek(to: instant)
    }

    /// As of ``FilteredFrames``.
    mutating func seek(toBefore instant: RationalTime) throws {
        reset()
        try source.seek(toBefore: instant)
    }

    /// As of ``FilteredFrames``. Where repetitions are taken out, all frames are looked at.
    mutating func showOnly(_ selector: FrameSelector?) { if !isMerging { source.showOnly(selector) } }

    private mutating func reset() {
        ahead.removeAll()
        pictures = RepeatedPictures()
    }

    /// The next frame; `nil` at the end.
    mutating func next() throws -> TimedFrame? {
        guard isMerging else { return try source.next() }
        guard let frame = try ahead.popFirst() ?? source.next() else { return nil }
        var run = RepeatedPictures.Run()
        while run.isOpen, try fill(to: run.count + 1) { run.add(Self.difference(frame.frame, ahead[run.count].frame)) }
        let repeated = pictures.repetitions(of: run)
        // The last frame has nothing to move to.
        if repeated == 0 || ahead[repeated - 1].isLast { return frame }
        let end = ahead[repeated - 1].end
        for _ in 0..<repeated { _ = ahead.popFirst() }
        var whole = TimedFrame(frame: try frame.frame.reference(), start: frame.start, end: end, isLast: false)
        whole.origin = frame.origin
        return whole
    }

    /// Reads ahead; `false` where there are not so many frames.
    private mutating func fill(to count: Int) throws -> Bool {
        while ahead.count < count {
            guard let frame = try source.next() else { return false }
            ahead.append(frame)
        }
        return true
    }

    /// The largest difference of two frames in any plane: what changes may have the same brightness.
    static func difference(_ first: borrowing Frame, _ second: borrowing Frame) -> Int {
        guard let format = first.pixelFormat, format == second.pixelFormat, let planes = format.planes, !planes.isFloat,
            first.width == second.width, first.height == second.height
        else { return .max }
        var largest = 0
        for (component, plane) in planes.order.enumerated() {
            guard let from = unsafe first.address(ofPlane: plane), let to = unsafe second.address(ofPlane: plane) else {
                return .max
            }
            let shift = component > 0 && planes.family == .yuv ? planes.horizontalShift : 0
            let difference = unsafe Likeness.difference(
                (UnsafeRawPointer(from.first), from.stride),
                (UnsafeRawPointer(to.first), to.stride),
                width: (first.width + (1 << shift) - 1) >> shift,
                height: first.rows(ofPlane: plane),
                bits: planes.bits,
                enough: RepeatedPictures.enough
            )
            largest = max(largest, difference)
            if largest > RepeatedPictures.enough { break }
        }
        return largest
    }
}

extension PlaneFormat {
    /// The component that looks most like the whole: luma, or green.
    var leadingComponent: Int { family == .rgb ? 1 : 0 }
}
