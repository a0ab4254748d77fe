/// How fast a camera delivers of which many frames are missing: nearly all times between two of its frames are whole multiples of one
/// interval, and many of them are that interval itself.
///
/// A camera that has become slower leaves longer times, too, but hardly any of the old ones among them. Stamps that are taken from a
/// coarse clock are whole multiples of its steps without any loss: there all frames together come as fast as was granted.
struct FrameBeat {
    /// From one frame to the next, as a part of the interval that the camera granted.
    let interval: Double

    /// Of fewer times nothing is known.
    private static let fewest = 15
    /// A time fits where it differs from a whole multiple by no more than this, in intervals.
    private static let tolerance = 0.2
    /// At least so many of the times fit.
    private static let fitting = 7.0 / 8
    /// More of the times than this are a single interval, in either half.
    private static let single = 1.0 / 3
    /// So many of the times are longer, at least: fewer hide nothing from who looks at frames without a gap between them.
    private static let longer = 1.0 / 32
    /// Rates that differ by less are the same.
    private static let sameRate = 0.002

    /// The beat of frames in a row; `nil` where there is no such interval.
    init?(_ ticks: ArraySlice<FrameTick>) {
        // Where frames are missing by their numbers as well, a time says little.
        let times = zip(ticks.dropFirst(), ticks).filter { $0.index == $1.index + 1 }.map { $0.position - $1.position }
        guard times.count >= Self.fewest else { return nil }
        let low = times.sorted()[times.count / 4]
        let singles = times.filter { abs($0 - low) < Self.tolerance * low }
        guard low > 0, !singles.isEmpty else { return nil }
        let unit = singles.reduce(0, +) / Double(singles.count)
        let multiples = times.map { Self.multiple($0 / unit) }
        let counts = multiples.compactMap(\.self)
        let half = multiples.count / 2
        guard Double(counts.count) >= Self.fitting * Double(times.count),
            Double(counts.count { $0 > 1 }) >= Self.longer * Double(times.count),
            [multiples[..<half], multiples[half...]].allSatisfy({ part in
                Double(part.count { $0 == 1 }) > Self.single * Double(part.count)
            })
        else { return nil }
        // The times add up to that of all frames, so that an end that is late counts once.
        let all = times.reduce(0, +) / Double(times.count)
        if abs(all - 1) <= Self.sameRate + 1 / Double(times.count) {
            interval = 1
        } else {
            let fit = zip(times, multiples).filter { $1 != nil }.reduce(0) { $0 + $1.0 }
            interval = fit / counts.reduce(0, +)
        }
    }

    /// The whole number that a time is near to; `nil` for none.
    private static func multiple(_ time: Double) -> Double? {
        let nearest = time.rounded()
        return nearest >= 1 && abs(time - nearest) <= tolerance ? nearest : nil
    }
}
