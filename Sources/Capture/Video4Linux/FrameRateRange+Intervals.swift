internal import MediaTime
internal import Video4Linux

extension FrameRateRange {
    /// One entry of a driver's list. Where only one end of a range is a duration, the range is that one duration.
    ///
    /// `nil` where neither end is a duration that frames can have: some drivers list what is none.
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
        let longest = ends.longest.flatMap { FrameRate(frameDuration: $0) == nil ? nil : $0 }
        let least = ends.shortest.flatMap { FrameRate(frameDuration: $0) == nil ? nil : $0 }
        guard let shortest = least ?? longest else { return nil }
        self.init(
            kind: kind,
            minFrameDuration: shortest,
            maxFrameDuration: max(shortest, longest ?? shortest)
        )
    }
}
