/// The lowest and the highest samples of sound, in pieces of several lengths. Four pieces are one of the next level.
struct PeakPyramid {
    /// The lowest and the highest sample of a piece; full scale is 32,767.
    struct Peak: Hashable {
        var low: Int16
        var high: Int16

        mutating func add(_ other: Peak) { (low, high) = (min(low, other.low), max(high, other.high)) }

        static let silence = Peak(low: 0, high: 0)
    }

    /// Samples of a piece of the lowest level.
    static let pieceLength = 256
    private static let factor = 4
    private static let levelCount = 8

    private var levels: [[Peak]] = Array(repeating: [], count: levelCount)
    private var open: (peak: Peak, count: Int)?

    /// How many samples are known.
    private(set) var count: Int64 = 0

    /// Takes the next samples of all channels.
    mutating func add(_ channels: [[Float]]) {
        for index in 0..<(channels.first?.count ?? 0) {
            var (low, high) = (Float.infinity, -Float.infinity)
            for channel in channels { (low, high) = (min(low, channel[index]), max(high, channel[index])) }
            let peak = Peak(low: Self.level(low), high: Self.level(high))
            var piece = open ?? (peak, 0)
            piece.peak.add(peak)
            piece.count += 1
            open = piece
            if piece.count == Self.pieceLength { close(piece.peak) }
        }
        count += Int64(channels.first?.count ?? 0)
    }

    private mutating func close(_ peak: Peak) {
        open = nil
        levels[0].append(peak)
        for level in 1..<Self.levelCount where levels[level - 1].count.isMultiple(of: Self.factor) {
            guard levels[level].count < levels[level - 1].count / Self.factor else { break }
            var sum = levels[level - 1][levels[level - 1].count - Self.factor]
            for peak in levels[level - 1].suffix(Self.factor - 1) { sum.add(peak) }
            levels[level].append(sum)
        }
    }

    /// The peak of a range of samples, which is rounded to whole pieces of a level that is fine enough.
    ///
    /// - Complexity: O(1): at most some ten pieces are looked at, but for the very longest ranges.
    func peak(from start: Int64, to end: Int64) -> Peak {
        var (level, length) = (0, Int64(Self.pieceLength))
        while level + 1 < Self.levelCount, length * Int64(Self.factor) * 4 <= end - start {
            level += 1
            length *= Int64(Self.factor)
        }
        let pieces = levels[level]
        let first = Int(clamping: start / length)
        let last = min(pieces.count, Int(clamping: (end + length - 1) / length))
        guard first >= 0, first < last else { return .silence }
        var peak = pieces[first]
        for piece in pieces[first..<last] { peak.add(piece) }
        return peak
    }

    static func level(_ sample: Float) -> Int16 { Int16(max(-1, min(1, sample)) * 32767) }
}
