internal import Composition
internal import Export
internal import MediaTime

/// How many frames a second are shown where each frame of a clip is shown once.
struct ShownRates {
    /// Of the parts that are played and not held, in the order of the result; of one whose speed changes, those at its beginning and its
    /// end.
    private(set) var rates: [FrameRate] = []
    /// Whether the speed of a part changes within it, so that all rates between two of them are shown, too.
    private(set) var hasRamps = false

    /// Those of the first video track of an edit of clips.
    ///
    /// - Parameters:
    ///   - composition: The edit.
    ///   - clips: Its clips.
    ///   - framesPerFrame: How many frames become of one, by the paths of clips where it is not one.
    ///   - measures: Whether clips whose frames last for different times have the rate of their fastest second, too: what they state is but
    ///     a mean.
    /// - Throws: ``ExportError`` where a file cannot be read.
    /// - Complexity: O(size of the files) where rates are measured.
    init(
        _ composition: Composition,
        of clips: [MediaDescription],
        framesPerFrame: [String: Int] = [:],
        measures: Bool
    ) throws {
        let video = composition.tracks.first { $0.kind == .video }
        /// Those of each clip at its own speed, by its path.
        var own: [String: [FrameRate]] = [:]
        for case .media(let media) in video?.segments ?? [] {
            guard let curve = media.mapping.curve,
                let clip = clips.first(where: { $0.path == media.path }),
                let track = clip.tracks.first(where: { $0.index == media.trackIndex }),
                let stated = track.video?.steadyRate
            else { continue }
            let known = try own[media.path] ?? [stated] + (measures ? Self.fastest(of: track, in: clip) : [])
            own[media.path] = known
            for rate in known {
                let all = rate.scaled(by: PlaybackRate(Int64(framesPerFrame[media.path] ?? 1))) ?? rate
                rates += [curve.ends.0, curve.ends.1].compactMap { all.scaled(by: $0) }
            }
            hasRamps = hasRamps || !curve.isConstant
        }
    }

    /// The rate of a clip's fastest second, where its frames last for different times: none where that is about the mean, because the clock
    /// of a camera wavers.
    private static func fastest(of track: MediaTrack, in clip: MediaDescription) throws -> [FrameRate] {
        guard let format = track.video, !format.claimsConstantRate, let mean = format.steadyRate else { return [] }
        let most = try FrameTimesReader(clip, track: track).timing().mostInSecond
        return Double(most) > 1.1 * mean.approximation ? [FrameRate(Int32(clamping: most))] : []
    }
}

extension ShownRates {
    /// A rate for all of them, no more than so many frames a second: one at which all that is faster is thinned evenly, or else the most, 59.94 for
    /// 60 where the fastest is a multiple of that.
    func common(atMost most: Int32) -> FrameRate {
        let thinned = rates.compactMap { $0.thinned(toAtMost: FrameRate(most))?.rate }
        if !hasRamps, let usual = thinned.max(), rates.allSatisfy({ $0 <= usual || $0.isMultiple(of: usual) }) {
            return usual
        }
        return rates.max()?.denominator == 1001 ? FrameRate(most * 1000, 1001) : FrameRate(most)
    }
}

extension FrameRate {
    fileprivate func isMultiple(of other: FrameRate) -> Bool {
        let (a, b) = (Int64(numerator) * Int64(other.denominator), Int64(other.numerator) * Int64(denominator))
        return a.isMultiple(of: b)
    }
}
