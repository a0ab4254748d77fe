internal import Export
internal import MediaFormats
internal import MediaTime

/// The frame rate of a moving image for which none is named: the clip's, or one of so many of its frames where these are more
/// than such images usually have.
struct UsualRate {
    let timing: ExportSettings.OutputTiming
    private(set) var warnings: [String] = []

    /// `nil` where the container is none of a moving image.
    init?(_ container: Container, _ media: MediaDescription, playedAt rate: PlaybackRate) throws {
        guard let image = container.traits.movingImage else { return nil }
        guard let video = media.mainVideo?.video, let own = video.steadyRate?.scaled(by: rate) else {
            throw Failure(
                status: .usage,
                message: "\(media.path) states no frame rate",
                hint: "name one: --frame-rate 25"
            )
        }
        guard let usual = own.thinned(toAtMost: FrameRate(image.usualFramesPerSecond)) else {
            throw Failure(
                status: .usage,
                message: "no frame rate of \(container.rawValue) fits \(own) fps",
                hint: "name one: --frame-rate 25"
            )
        }
        timing = .constantFrameRate(usual.rate)
        if usual.every > 1 {
            warnings.append(
                "\(container.rawValue) gets \(usual.rate) frames a second, one of \(usual.every); --frame-rate names another rate"
            )
        }
    }
}

extension VideoFormat {
    /// The rate that the file claims; in whole frames where it is but a mean.
    fileprivate var steadyRate: FrameRate? {
        guard !claimsConstantRate, let claimed = claimedFrameRate else { return claimedFrameRate }
        return FrameRate(Int32(max(1, claimed.approximation.rounded())))
    }
}
