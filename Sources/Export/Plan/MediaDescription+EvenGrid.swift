internal import Composition
internal import MediaTime

extension MediaDescription {
    /// The same file, whose frames are chosen by their exact instants alone where all that is played of them comes evenly at a rate.
    func choosingEvenly(at rate: FrameRate, in composition: Composition) -> MediaDescription {
        guard let place = tracks.firstIndex(where: { $0.index == mainVideo?.index }), let grid = tracks[place].grid
        else {
            return self
        }
        let played = composition.tracks.flatMap(\.segments).compactMap { segment in
            if case .media(let media) = segment, media.path == path, media.trackIndex == tracks[place].index {
                media.mapping
            } else {
                nil as TimeMapping?
            }
        }
        var chosen = self
        chosen.tracks[place].grid?.isEven = played.allSatisfy { $0.isEven(from: grid.rate, to: rate) }
        return chosen
    }
}

extension TimeMapping {
    /// Whether frames of a rate come as fast as those of another one, or so many times faster or slower.
    fileprivate func isEven(from rate: FrameRate, to target: FrameRate) -> Bool {
        switch course {
        case .constant(let playback), .reverse(let playback):
            guard let shown = rate.scaled(by: playback),
                let ratio = PlaybackRate(
                    numerator: Int128(shown.numerator) * Int128(target.denominator),
                    denominator: Int128(shown.denominator) * Int128(target.numerator)
                )
            else { return false }
            return ratio.numerator == 1 || ratio.denominator == 1
        case .ramp: return false
        case .hold: return true
        }
    }
}
