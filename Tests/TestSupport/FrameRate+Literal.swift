package import MediaTime

extension FrameRate {
    /// A rate whose parts are known to be positive: `.fps(30)`, `.fps(30000, 1001)`.
    package static func fps(_ numerator: Int32, _ denominator: Int32 = 1) -> FrameRate {
        FrameRate(numerator, denominator)
    }
}

extension PlaybackRate {
    /// A rate whose parts are known to be positive: `.rate(1, 2)` is half speed.
    package static func rate(_ numerator: Int64, _ denominator: Int64 = 1) -> PlaybackRate {
        PlaybackRate(numerator, denominator)
    }
}
