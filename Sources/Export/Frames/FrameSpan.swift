internal import FFmpeg
internal import MediaTime

/// The time from one frame of the source to the next, and the frame that comes then.
struct FrameSpan: ~Copyable, Sendable {
    /// The next frame.
    let next: Frame
    /// When the frame begins, as the clock of the track has it (asset time).
    let start: RationalTime
    /// When the next one begins.
    let end: RationalTime
    /// Where instants of the output are between the two.
    let way: FrameWay

    /// From the instant of a frame to that of the next one.
    init(
        next: consuming Frame,
        from start: RationalTime,
        to end: RationalTime,
        _ clock: SourceClock,
        _ mapping: TimeMapping
    ) {
        self.next = next
        (self.start, self.end) = (start, end)
        way = FrameWay(from: clock.exact(start), to: clock.exact(end), mapping)
    }
}
