internal import Export
internal import MediaTime
internal import Presets

/// When frames are shown, as it was asked for or is usual.
struct OutputRate {
    let timing: ExportSettings.OutputTiming
    private(set) var warnings: [String] = []
    /// Whether frames last for different times, which is why they are shown again.
    private(set) var hasOwnDurations = false

    /// `played`: what is shown of the first clip, `media` (asset time); `nil` for all. `shown`: the rates of all clips. `framesPerFrame`: how many frames become of each of its frames.
    init(
        _ request: ExportRequest,
        _ media: MediaDescription,
        _ played: TimeRange?,
        playedAt rate: PlaybackRate,
        shown: ShownRates,
        framesPerFrame: Int = 1
    ) throws {
        guard let choice = request.timing else {
            let usual = try UsualRate(
                request.container,
                request.delivery,
                media,
                played,
                playedAt: rate,
                shown: shown,
                framesPerFrame: framesPerFrame
            )
            timing = usual?.timing ?? .passthrough
            warnings = usual?.warnings ?? []
            hasOwnDurations = usual?.hasOwnDurations ?? false
            return
        }
        timing = try Self.timing(choice, of: media, framesPerFrame)
    }

    private static func timing(
        _ choice: FrameRateChoice,
        of media: MediaDescription,
        _ framesPerFrame: Int
    ) throws -> ExportSettings.OutputTiming {
        switch choice {
        case .passthrough: return .passthrough
        case .decimated(let every): return .decimated(every: every)
        case .constant(let rate): return .constantFrameRate(rate)
        case .source:
            let own = media.mainVideo?.video?.claimedFrameRate
            guard let rate = own?.scaled(by: PlaybackRate(Int64(framesPerFrame))) else {
                throw Failure(
                    status: .usage,
                    message: "\(media.path) states no frame rate",
                    hint: "name one: --frame-rate 30"
                )
            }
            return .constantFrameRate(rate)
        }
    }
}
