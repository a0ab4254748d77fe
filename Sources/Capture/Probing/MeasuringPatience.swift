internal import MediaTime

/// How long a camera is waited for while its rate is measured.
struct MeasuringPatience: Hashable, Sendable {
    /// For the first frame, which comes late from many cameras, in seconds.
    private static let start = RationalTime(5, 1)
    /// For as many frames as are needed, from the first one on, in seconds.
    private static let frames = RationalTime(2, 1)
    /// A slow camera gets the time of so many frames: two more than a rate takes.
    private static let intervals: Int64 = 6

    /// From one frame to the next, as the camera granted it.
    let interval: RationalTime

    /// How long the first frame is waited for.
    var untilFirst: RationalTime { max(Self.start, Self.time(interval)) }

    /// How long all frames together are waited for, from the first one on, where that is the longest time between two of them until
    /// now: a camera may be slower than it granted.
    func fromFirst(_ longest: RationalTime) -> RationalTime { max(Self.frames, Self.time(max(interval, longest))) }

    private static func time(_ interval: RationalTime) -> RationalTime {
        (try? interval.scaled(by: intervals, over: 1)) ?? interval
    }
}
