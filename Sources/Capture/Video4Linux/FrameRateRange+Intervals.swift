internal import MediaTime
internal import Video4Linux

extension FrameRateRange {
    /// One entry of a driver's list. Where only one end of a range is a duration, the range is that one duration.
    ///
    /// `nil` where neither end is a duration.
    init?(_ intervals: FrameIntervals) {
        let kind: Kind
        let ends: (shortest: RationalTime?, longest: RationalTime?)
        switch intervals {
        case .discrete(let duration):
            kind = .discrete
            ends = (duration, duration)
        case .stepwise(let minimum, let maximum, let step):
            kind = .stepwise(step)
            ends = (minimum ?? step, maximum)
        case .continuous(let minimum, let maximum):
            kind = .continuous
            ends = (minimum, maximum)
        }
        guard let shortest = ends.shortest ?? ends.longest else { return nil }
        self.init(
            kind: kind,
            minFrameDuration: shortest,
            maxFrameDuration: max(shortest, ends.longest ?? shortest)
        )
    }
}
