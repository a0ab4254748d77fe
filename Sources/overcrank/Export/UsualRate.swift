internal import Export
internal import MediaFormats
internal import MediaTime

/// The frame rate of a moving image for which none is named: the clip's, or one of so many of its frames where these are more
/// than such images usually have.
struct UsualRate {
    let timing: ExportSettings.OutputTiming
    private(set) var warnings: [String] = []

    /// More take much space, and are not shown by all players.
    private static let most = FrameRate(30)

    /// `nil` where the container is none of a moving image.
    init?(_ container: Container, _ media: MediaDescription, playedAt rate: PlaybackRate) throws {
        guard container.traits.movingImage != nil else { return nil }
        guard let video = media.mainVideo?.video, let own = video.steadyRate?.scaled(by: rate) else {
            throw Failure(
                status: .usage,
                message: "\(media.path) states no frame rate",
                hint: "name one: --frame-rate 25"
            )
        }
        var every: Int64 = 1
        var usual = own
        while usual > Self.most {
            every += 1
            guard let fewer = own.scaled(by: PlaybackRate(1, every)) else {
                throw Failure(
                    status: .usage,
                    message: "no frame rate of \(container.rawValue) fits \(own) fps",
                    hint: "name one: --frame-rate 25"
                )
            }
            usual = fewer
        }
        timing = .constantFrameRate(usual)
        if every > 1 {
            warnings.append(
                "\(container.rawValue) gets \(usual) frames a second, one of \(every); --frame-rate names another rate"
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
