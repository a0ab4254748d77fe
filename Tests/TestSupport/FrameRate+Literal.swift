package import MediaTime

extension FrameRate {
    /// A rate whose parts are known to be positive: `.fps(30)`, `.fps(30000, 1001)`.
    package static func fps(_ numerator: Int32, _ denominator: Int32 = 1) -> FrameRate {
        guard let rate = FrameRate(numerator, denominator) else { preconditionFailure("a frame rate is positive") }
        return rate
    }
}

extension PlaybackRate {
    /// A rate whose parts are known to be positive: `.rate(1, 2)` is half speed.
    package static func rate(_ numerator: Int64, _ denominator: Int64 = 1) -> PlaybackRate {
        guard let rate = PlaybackRate(numerator, denominator) else { preconditionFailure("a rate is positive") }
        return rate
    }
}
