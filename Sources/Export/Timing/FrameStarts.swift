package import MediaTime

/// When the frames of a clip are shown, and what rates do to them.
package struct FrameStarts {
    /// In seconds of the result, which begins with the first, ascending.
    private let seconds: [Double]
    /// When the last of them ends; `nil` where there is none.
    private let end: Double?

    /// Reads every timestamp of a track.
    ///
    /// - Parameters:
    ///   - track: Of a clip.
    ///   - media: The clip.
    ///   - played: What is shown of it, from the first instant to the last (asset time); `nil` for all.
    ///   - speed: How fast.
    /// - Throws: ``ExportError`` where the file cannot be read.
    /// - Complexity: O(size of the file).
    package init(
        of track: MediaTrack,
        in media: MediaDescription,
        _ played: TimeRange?,
        playedAt speed: PlaybackRate
    ) throws {
        let factor = Double(speed.denominator) / Double(speed.numerator)
        let ends = [track.range?.end.seconds, played?.end.seconds].compactMap(\.self)
        let first = played?.start.seconds ?? -.infinity
        let last = ends.min() ?? .infinity
        var seconds: [Double] = []
        var end: Double?
        try FrameTimesReader(media, track: track).read { frame in
            let (start, next) = (frame.start.seconds, frame.start.seconds + frame.duration.seconds)
            guard next > first, start < last else { return }
            seconds.append(max(start, first) * factor)
            end = min(next, last) * factor
        }
        let zero = seconds.first ?? 0
        self.seconds = seconds.map { $0 - zero }
        self.end = end.map { $0 - zero }
    }

    /// How many are shown in a second, in the mean; `nil` for fewer than two. Of the first one maybe only the end is played.
    package var meanRate: Double? {
        guard let last = seconds.last, seconds.count > 1 else { return nil }
        let skipped = seconds.count > 2 ? 1 : 0
        let time = last - seconds[skipped]
        return time > 0 ? Double(seconds.count - 1 - skipped) / time : nil
    }

    /// In whole frames a second, for frames that last for different times: the lowest rate from their mean on at which each is shown, at
    /// most `most`; where there is none, the one of at most `usual` that passes over the fewest. `nil` where frames last for nearly the same
    /// time, where the mean passes over few, and where it is higher than `usual` and but few frames last for other times.
    ///
    /// - Complexity: O(n · `most`).
    package func rate(usually usual: Int32, _ most: Int32) -> FrameRate? {
        let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
        guard let shortest = steps.min(), let longest = steps.max(), longest > Self.nearlyAlike * shortest,
            let mean = meanRate.flatMap({ Int32(exactly: $0.rounded()) })
        else { return nil }
        guard mean <= usual else {
            return Self.areMixed(steps) ? fewestPassedOver(from: max(1, usual / 2), to: usual) : nil
        }
        let least = max(1, mean)
        guard !areShown(at: FrameRate(least)) else { return nil }
        if let whole = (least...most).first(where: { passedOver(at: Double($0)) == 0 }) { return FrameRate(whole) }
        return fewestPassedOver(from: least, to: usual)
    }

    /// Whether all frames but a few have a place at a rate.
    package func areShown(at rate: FrameRate) -> Bool {
        Double(passedOver(at: rate.approximation)) <= Self.few * Double(seconds.count)
    }

    private func fewestPassedOver(from least: Int32, to most: Int32) -> FrameRate? {
        let rates = (least...most).map { (rate: $0, passedOver: passedOver(at: Double($0))) }
        return rates.min { $0.passedOver < $1.passedOver }.map { FrameRate($0.rate) }
    }

    /// Whether frames last for another time than most of them do through more than a few moments, as where a phone's rate falls in the dark.
    private static func areMixed(_ steps: [Double]) -> Bool {
        let usual = steps.sorted()[steps.count / 2]
        let others = steps.filter { $0 > nearlyAlike * usual || nearlyAlike * $0 < usual }
        return others.reduce(0, +) > share * steps.reduce(0, +)
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
    /// The share of a clip's time that is no moment.
    private static let share = 0.1
    /// The share of a clip's frames that may be passed over, as where a phone's rate wavers.
    private static let few = 0.05
}
