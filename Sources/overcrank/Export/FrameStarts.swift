internal import Export
internal import MediaTime

/// When the frames of a clip are shown, and what rates do to them.
struct FrameStarts {
    /// In seconds of the result, which begins with the first, ascending.
    private let seconds: [Double]
    /// When the last of them ends; `nil` where there is none.
    private let end: Double?

    /// Reads every timestamp of a track.
    ///
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file).
    init(of track: MediaTrack, in media: MediaDescription, playedAt speed: PlaybackRate) throws {
        let factor = Double(speed.denominator) / Double(speed.numerator)
        var seconds: [Double] = []
        var end: Double?
        try FrameTimesReader(media, track: track).read { frame in
            seconds.append(frame.start.seconds * factor)
            end = (frame.start.seconds + frame.duration.seconds) * factor
        }
        let played = track.range.map { $0.end.seconds * factor }
        let first = seconds.first ?? 0
        self.seconds = seconds.map { $0 - first }
        self.end = [end, played].compactMap(\.self).min().map { $0 - first }
    }

    /// In whole frames a second, for frames that last for different times: the lowest rate from their mean on at which each is shown, at
    /// most `most`; where there is none, the one of at most `usual` that passes over the fewest. `nil` where frames last for nearly the same
    /// time, where the mean passes over few, and where it is higher than `usual`.
    ///
    /// - Complexity: O(n · `most`).
    func rate(usually usual: Int32, _ most: Int32) -> FrameRate? {
        let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
        guard let shortest = steps.min(), let longest = steps.max(), longest > Self.nearlyAlike * shortest else {
            return nil
        }
        let mean = (Double(steps.count) / steps.reduce(0, +)).rounded()
        guard mean <= Double(usual) else { return nil }
        let least = Int32(max(1, mean))
        let own = passedOver(at: Double(least))
        guard Double(own) > Self.few * Double(seconds.count) else { return nil }
        if let whole = (least...most).first(where: { passedOver(at: Double($0)) == 0 }) { return FrameRate(whole) }
        let rates = (least...usual).map { (rate: $0, passedOver: passedOver(at: Double($0))) }
        return rates.min { $0.passedOver < $1.passedOver }.map { FrameRate($0.rate) }
    }

    /// How many frames have no place at a rate: the next one begins no later than the first place at or after their own beginning.
    private func passedOver(at rate: Double) -> Int {
        var count = 0
        for (start, next) in zip(seconds, seconds.dropFirst() + [end].compactMap(\.self))
        where Self.place(start, rate) == Self.place(next, rate) { count += 1 }
        return count
    }

    /// Beginnings that are off by less than a millionth of a frame are at a place.
    private static func place(_ start: Double, _ rate: Double) -> Double { (start * rate - 1e-6).rounded(.up) }

    /// How much longer the longest frame may last than the shortest where frames last for nearly the same time.
    private static let nearlyAlike = 1.5
    /// The share of a clip's frames that may be passed over, as where a phone's rate wavers.
    private static let few = 0.05
}
