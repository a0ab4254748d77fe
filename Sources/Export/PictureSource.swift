internal import FFmpeg
internal import MediaTime

/// A decoded picture with the places that it fills in the output: pictures of a constant frame rate, or ticks.
struct PlacedPicture: ~Copyable, Sendable {
    let frame: Frame
    let places: Range<Int64>
}

/// Decodes a track's pictures and gives each its places in the output; pictures without a place are passed over.
struct PictureSource: ~Copyable, Sendable {
    private let isOpenEnded: Bool
    private var frames: DecodedFrames
    /// One for each segment; the first is at work.
    private var selectors: ArraySlice<FrameSelector>
    private var isSegmentStarted = false
    /// The picture whose end is not known yet: that is where the next one begins.
    private var pending: Frame?
    private var pendingStart: RationalTime?
    private var pendingEnd: RationalTime?

    init(selectors: [FrameSelector], isOpenEnded: Bool, frames: consuming DecodedFrames) {
        self.selectors = selectors[...]
        self.isOpenEnded = isOpenEnded
        self.frames = frames
    }

    /// The next picture with its places, in output order; `nil` at the end.
    mutating func next() throws -> PlacedPicture? {
        while var selector = selectors.first {
            if !isSegmentStarted {
                try frames.seek(to: selector.mapping.source.start)
                isSegmentStarted = true
            }
            while !selector.isFull, let frame = try frames.next() {
                // Damaged streams repeat or reverse timestamps; a picture that comes late has had its place.
                guard let instant = frames.instant(of: frame), pendingStart.map({ instant > $0 }) ?? true else {
                    continue
                }
                let places = try selector.advance(to: instant)
                selectors[selectors.startIndex] = selector
                pendingStart = instant
                pendingEnd = try? instant + frames.clock.duration(frame.duration ?? 0)
                let shown = pending.take()
                pending = consume frame
                if let shown, !places.isEmpty { return PlacedPicture(frame: shown, places: places) }
            }
            if let last = try finishSegment(&selector) { return last }
        }
        return nil
    }

    /// The last picture of a segment is shown to the segment's end, or, at the end of the source, to its own.
    private mutating func finishSegment(_ selector: inout FrameSelector) throws -> PlacedPicture? {
        let isLast = selectors.count == 1
        let segmentEnd = selector.mapping.source.end
        let places = try selector.finish(at: isOpenEnded && isLast ? pendingEnd ?? segmentEnd : segmentEnd)
        selectors.removeFirst()
        isSegmentStarted = false
        pendingStart = nil
        guard let shown = pending.take(), !places.isEmpty else { return nil }
        return PlacedPicture(frame: shown, places: places)
    }
}
