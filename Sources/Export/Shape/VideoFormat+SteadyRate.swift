public import MediaTime

extension VideoFormat {
    /// The rate that the file claims; in whole frames where it is but a mean.
    public var steadyRate: FrameRate? {
        guard !claimsConstantRate, let claimed = claimedFrameRate else { return claimedFrameRate }
        return FrameRate(Int32(max(1, claimed.approximation.rounded())))
    }
}
