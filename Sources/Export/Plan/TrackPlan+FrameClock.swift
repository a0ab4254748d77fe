internal import MediaTime

extension TrackPlan.FrameClock {
    /// The number of output frames or ticks a second; `nil` where a timescale is none.
    var outputRate: FrameRate? {
        switch self {
        case .frames(let rate): rate
        case .ticks(let timescale): FrameRate(timescale)
        }
    }

    /// The constant rate of the frames; `nil` where there is none.
    var statedRate: FrameRate? {
        if case .frames(let rate) = self { rate } else { nil }
    }

    var isInFrames: Bool { statedRate != nil }
}

extension TrackPlan {
    /// The frame rate that an encoder states; `nil` where there is none for the whole track.
    func statedRate(by clock: FrameClock) -> FrameRate? {
        clock.statedRate ?? constantRate.flatMap { parts[0].claimedFrameRate?.scaled(by: $0) }
    }
}
