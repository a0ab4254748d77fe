public import MediaTime

extension VideoFormat {
    /// The rate that the file claims, in frames a second of the source; to the nearest whole frame, and at least 1, where it is but a mean. `nil`
    /// where it claims none.
    public var steadyRate: FrameRate? {
        guard !claimsConstantRate, let claimed = claimedFrameRate else { return claimedFrameRate }
        return FrameRate(Int32(max(1, claimed.approximation.rounded())))
    }
}
