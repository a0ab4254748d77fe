internal import Export
internal import MediaTime

/// Finds the rate at which another program has rendered a clip.
enum OtherRate {
    /// How far the length may be from that of the rate, as a part of it. Programs miss the length by some milliseconds;
    /// other rates are further away.
    private static let tolerance = 0.02

    /// The rate that was given with the file, or the one that its length fits.
    static func rate(
        of other: OtherRendering,
        among lengths: [(rate: PlaybackRate, duration: RationalTime)]
    ) throws(ComparisonError) -> PlaybackRate {
        let path = other.media.path
        guard let range = other.media.tracks.first(where: { $0.kind == .audio })?.range else {
            throw ComparisonError(.unreadable, "\(path) holds no audio")
        }
        if let rate = other.rate {
            guard lengths.contains(where: { $0.rate == rate }) else {
                throw ComparisonError(
                    .otherRateNotCompared(rates: lengths.map(\.rate)),
                    "\(path) is for rate \(rate), which is not compared"
                )
            }
            return rate
        }
        func error(_ length: RationalTime) -> Double { (range.duration.seconds / length.seconds - 1).magnitude }
        guard let nearest = lengths.min(by: { error($0.duration) < error($1.duration) }),
            error(nearest.duration) <= tolerance
        else {
            let rates = lengths.map(\.rate.description).joined(separator: ", ")
            throw ComparisonError(
                .otherRateUnknown(path: path),
                "\(path) lasts \(range.duration.clock), which is the clip's length at none of the rates \(rates)"
            )
        }
        return nearest.rate
    }
}
