internal import Composition
internal import Export
internal import MediaTime

/// How many frames a second are shown where each frame of a clip is shown once.
struct ShownRates {
    /// Of the parts that are played and not held, in the order of the result; of one whose speed changes, those at its beginning and its
    /// end.
    let rates: [FrameRate]

    /// Those of the first video track of an edit of clips.
    init(_ composition: Composition, of clips: [MediaDescription]) {
        let video = composition.tracks.first { $0.kind == .video }
        rates = (video?.segments ?? []).flatMap { segment -> [FrameRate] in
            guard case .media(let media) = segment, let speeds = media.mapping.curve?.ends,
                let clip = clips.first(where: { $0.path == media.path }),
                let rate = clip.tracks.first(where: { $0.index == media.trackIndex })?.video?.steadyRate
            else { return [] }
            return [speeds.0, speeds.1].compactMap { rate.scaled(by: $0) }
        }
    }
}

extension VideoFormat {
    /// The rate that the file claims; in whole frames where it is but a mean.
    var steadyRate: FrameRate? {
        guard !claimsConstantRate, let claimed = claimedFrameRate else { return claimedFrameRate }
        return FrameRate(Int32(max(1, claimed.approximation.rounded())))
    }
}
