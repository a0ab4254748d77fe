internal import Export
internal import MediaFormats
internal import MediaTime

/// The frame rate of what is to have a constant one, where none is named. It is the clip's, slowed down with it: then every frame is
/// shown once. Where fields become frames, it is that of these. Of moving images, and of what is made for a purpose that shows no
/// more than so many, it is one of so many of its frames where these are more. Where each frame lasts a time of its own, as in other
/// moving images, it is one at which each of them is shown, or where there is none, most of them.
struct UsualRate {
    let timing: ExportSettings.OutputTiming
    private(set) var warnings: [String] = []
    /// Whether frames last for different times, which is why they are shown again.
    private(set) var hasOwnDurations = false

    /// `nil` where the container and the purpose take frames of any length, or where the clip's have different ones, which no rate fits.
    /// What is shown of the first clip, `media`, is `played` (asset time; `nil` for all), and of each of its frames as many as
    /// `framesPerFrame` says. `shown`: the rates of all clips, as they are played.
    init?(
        _ container: Container,
        _ delivery: Delivery,
        _ media: MediaDescription,
        _ played: TimeRange?,
        playedAt speed: PlaybackRate,
        shown: ShownRates,
        framesPerFrame: Int
    ) throws {
        let rate = speed.times(framesPerFrame)
        guard container.traits.requiresConstantFrameRate else {
            guard let most = delivery.traits.mostFramesPerSecond, let fastest = shown.rates.max(),
                fastest > FrameRate(most), let thinned = fastest.thinned(toAtMost: FrameRate(most))
            else { return nil }
            if Set(shown.rates).count == 1 {
                timing = .constantFrameRate(thinned.rate)
                warnings = [Self.thinning(thinned, for: delivery.rawValue)]
                return
            }
            let common = shown.common(atMost: most)
            timing = .constantFrameRate(common)
            warnings = [
                "\(delivery.rawValue) gets \(common) frames a second, where there are up to \(fastest); "
                    + "--frame-rate names another rate"
            ]
            return
        }
        guard let image = container.traits.movingImage else {
            guard let video = media.mainVideo?.video, video.claimsConstantRate,
                let own = video.claimedFrameRate?.scaled(by: rate)
            else { return nil }
            timing = .constantFrameRate(own)
            return
        }
        guard let track = media.mainVideo, let video = track.video else {
            throw Failure(
                status: .usage,
                message: "\(media.path) has no frames, and \(container.rawValue) nothing else"
            )
        }
        // A container may claim a rate that frames do not have.
        let starts = try FrameStarts(of: track, in: media, played, playedAt: rate)
        let mean = video.claimsConstantRate ? nil : starts.meanRate.map { $0 / rate.approximation }
        let steady = mean.flatMap { Int32(exactly: $0.rounded()) }.map { FrameRate(max(1, $0)) } ?? video.steadyRate
        guard let own = steady?.scaled(by: rate) else {
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
        if let fitting = starts.rate(usually: image.usualFramesPerSecond, image.mostFramesPerSecond) {
            timing = .constantFrameRate(fitting)
            hasOwnDurations = true
            return
        }
        timing = .constantFrameRate(usual.rate)
        if usual.every > 1 { warnings.append(Self.thinning(usual, for: container.rawValue)) }
    }

    private static func thinning(_ usual: (rate: FrameRate, every: Int32), for name: String) -> String {
        "\(name) gets \(usual.rate) frames a second, one of \(usual.every); --frame-rate names another rate"
    }
}

extension PlaybackRate {
    /// So many times the rate; the rate itself where that does not fit.
    fileprivate func times(_ count: Int) -> PlaybackRate {
        PlaybackRate(numerator: Int128(numerator) * Int128(count), denominator: Int128(denominator)) ?? self
    }
}
