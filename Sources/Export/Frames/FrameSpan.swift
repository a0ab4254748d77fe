internal import FFmpeg
internal import MediaTime

/// The time from one frame of the source to the one that is shown next, that frame, and the one after it. Played backwards, the next one is
/// the one before in the source.
struct FrameSpan: ~Copyable, Sendable {
    /// The next frame.
    let next: Frame
    /// When the frame begins, as the clock of the track has it (asset time).
    let start: RationalTime
    /// When the next one begins.
    let end: RationalTime
    /// The frame after the next one, and when it begins; `nil` where none comes.
    let further: FurtherFrame?
    /// Where instants of the output are between the two.
    let way: FrameWay

    /// From the instant of a frame to that of the next one, which comes at the end of a way.
    init(
        next: consuming Frame,
        from start: RationalTime,
        to end: RationalTime,
        then further: consuming FurtherFrame? = nil,
        _ way: FrameWay
    ) {
        self.next = next
        (self.start, self.end) = (start, end)
        self.further = further
        self.way = way
    }
}

/// A frame after the next one.
struct FurtherFrame: ~Copyable, Sendable {
    let frame: Frame
    /// When it begins, as the clock of the track has it (asset time).
    let start: RationalTime
}
