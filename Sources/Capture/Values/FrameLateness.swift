/// How late some frames in a row are by the rate that the camera had before them, in intervals of that rate: this tells a camera that
/// has become slower from one that loses frames.
///
/// A lost frame sets all that follow back at once, and they go on at the old rate. At a lower rate each frame is later than the one
/// before. So where frames are lost the longest times between two of them, as many as are missing, explain how late the last ones
/// are; where the rate is another, they explain a part of it. At half the rate or less they explain it, too; but then all times are
/// alike, and none is as it was.
///
/// A busy machine stamps some frames late, one by one, and loses others meanwhile: those are later and later, too. But they do not come
/// evenly, or are few of all, and then frames go on at the old rate.
struct FrameLateness {
    private let values: [Double]

    /// Of fewer frames nothing is known.
    private static let fewest = 8
    /// What is less is no growth, in intervals.
    private static let least = 0.5
    /// What must be left of the growth without the longest times, at least.
    private static let unexplained = 0.25
    /// From here on a frame is missing in each time between two frames, as far as that tells, in intervals.
    private static let long = 1.5
    /// Times are alike where the middle half of them lies within this part of their median.
    private static let alike = 0.36
    /// So much of the growth is what the middle frame is later than those before it, at least.
    private static let gradual = 0.5
    /// Frames come one by one as they can where half of the times between two of them differ from the time before by more than this, in
    /// intervals.
    private static let unsteady = 0.36

    /// - Parameter values: how late each frame is, in order.
    init(_ values: [Double]) { self.values = values }

    /// The interval from the first of the frames on, as a part of the one before, where the camera has become slower; `nil` where
    /// it has not, or frames are lost.
    var slower: Double? {
        guard values.count >= Self.fewest else { return nil }
        let growth = (values.suffix(quarter).min() ?? 0) - (values.prefix(quarter).min() ?? 0)
        guard growth > Self.least, slope * Double(values.count - quarter) > Self.gradual * growth else { return nil }
        let times = zip(values.dropFirst(), values).map { $0 - $1 }
        guard isSteady(times) else { return nil }
        let excess = times.sorted(by: >)
        let explained = excess.prefix(Int(min(growth.rounded(), Double(excess.count)))).reduce(0, +)
        guard growth - explained > max(Self.least, growth * Self.unexplained) || isEven(excess) else { return nil }
        return 1 + slope
    }

    /// The same where it has become faster. As the rate may go on to rise, it is no more than what the first frames show.
    var faster: Double? {
        guard values.count >= Self.fewest else { return nil }
        let growth = (values.suffix(quarter).max() ?? 0) - (values.prefix(quarter).max() ?? 0)
        guard growth < -Self.least else { return nil }
        return (quarter..<values.count).map { 1 + (values[$0] - values[0]) / Double($0) }.max()
    }

    /// The same as ``slower`` of frames whose timestamps scatter: each quarter of them is later than the one before, by its middle.
    var slowerInTheMiddle: Double? {
        guard values.count >= Self.fewest else { return nil }
        let middles = (0..<4).map { Self.median(values[$0 * quarter..<($0 + 1) * quarter]) }
        let growth = middles[3] - middles[0]
        guard growth > 2 * Self.least, zip(middles.dropFirst(), middles).allSatisfy({ $0 - $1 > growth / 6 }) else {
            return nil
        }
        return 1 + slope
    }

    private var quarter: Int { values.count / 4 }

    /// How much later each frame is than the one before, by the median over half of the frames.
    private var slope: Double {
        let half = values.count / 2
        return Self.median((0..<values.count - half).map { (values[$0 + half] - values[$0]) / Double(half) }[...])
    }

    /// Whether frames come evenly for as long as they become later.
    private func isSteady(_ times: [Double]) -> Bool {
        let last = values.suffix(quarter).min() ?? 0
        let end = values.lastIndex { $0 < last - Self.least / 2 } ?? 0
        let growing = times[..<min(end + 1, times.count)]
        let changes = zip(growing.dropFirst(), growing).map { abs($0 - $1) }
        return changes.isEmpty || Self.median(changes[...]) <= Self.unsteady
    }

    /// Whether all times between two frames are long and alike, where each is by so much longer than an interval, the longest first.
    private func isEven(_ excess: [Double]) -> Bool {
        let middle = 1 + excess[excess.count / 2]
        let spread = excess[excess.count / 4] - excess[excess.count * 3 / 4]
        return middle >= Self.long && spread <= Self.alike * middle
    }

    private static func median(_ values: ArraySlice<Double>) -> Double { values.sorted()[(values.count - 1) / 2] }
}
