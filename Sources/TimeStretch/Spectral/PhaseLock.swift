internal import CVectors
internal import Glibc

/// Turns the bins of a frame so that it continues the frame before it.
///
/// Each peak of the spectrum is turned so that its phase is that of the frame before, advanced by what the source itself
/// advances over the same number of samples. For that the source is analysed twice: where the frame is, and as much earlier
/// as the frame before lies in the target. So no phase is ever unwrapped, and no frequency estimated. The bins around a peak,
/// as far as the lowest ones between it and its neighbours, are turned with it (identity phase locking), in all channels
/// alike: a sinusoid stays one sinusoid, and the stereo image stays what it is. The angle is the one at which all channels
/// together fit the frame before best.
///
/// Laroche and Dolson, "Improved phase vocoder time-scale modification of audio", IEEE Trans. Speech and Audio Processing
/// 7(3), 1999; Průša and Holighaus, "Phase vocoder done right", EUSIPCO 2017, for advances that are measured at the peaks.
struct PhaseLock {
    /// Where else the phases of a frame are led.
    enum Pull {
        /// Nowhere: they continue the frame before.
        case none
        /// To the source's own, as at rate 1.
        case toSource
        /// A part of the way, 0 to 1, to those of an attack's frame ahead.
        case ahead(share: Float)
    }

    /// The lowest bins, which hold the constant part of the audio: they are no peaks.
    private static let lowestPeak = 2

    /// The most that a frame at rate 1 turns a peak back towards the source's own phase, in radians.
    private let strongestPull: Float
    /// The squares of a frame's window.
    private let weights: [Float]
    /// Samples of the target from frame to frame, up to the rate from which on they are fewer.
    private let hop: Int64
    /// How much of the loss of level is made up for, as a power: where no phases are led to agree, and above those that are.
    private let makeup: (alone: Float, above: Float)
    /// So many samples frames lie apart.
    private var pace: Int64
    /// What makes up for that loss there, and for all of it.
    private var makeups: (alone: LevelMakeup, above: LevelMakeup, whole: LevelMakeup)
    /// A peak is the highest of so many bins on each side: 1 or 2.
    private let peakReach: Int
    private var powers: [Float]
    private var peakCount = 0
    /// The bins of the peaks; behind them is room for more.
    private var peaks: [Int32]
    /// Where the bins around each peak begin, and where those of the last one end.
    private var edges: [Int32]
    /// By what angle each peak is turned; zero where it is left as it is.
    private var phases: [Complex]
    /// The channel of each peak to which the makeup applies; `nil` for all.
    private var softened: [Int?]
    /// What the bins around each peak of one channel are multiplied by.
    private var turns: [Complex]
    /// How these bins compare with those of the frame before.
    private var products: [SIMD4<Float>]
    /// How alike they are once they are turned.
    private var likenesses: [Float]

    /// A lock for frames of `size` samples, in whose spectra a peak is the highest of `peakReach` bins on each side.
    init(size: Int, peakReach: Int, tuning: StretchTuning.Locking) {
        self.peakReach = peakReach
        strongestPull = .pi / Float(tuning.settlingFrames)
        makeup = (tuning.makeup, tuning.makeupAbove)
        weights = hannWindow(size).map { $0 * $0 }
        hop = Int64(size / tuning.overlap)
        pace = hop
        makeups = Self.makeups(makeup, weights, pace: hop)
        powers = Array(repeating: 0, count: size / 2 + 1)
        // At most every second bin is a peak.
        peaks = Array(repeating: 0, count: size / 4 + 1)
        edges = Array(repeating: 0, count: peaks.count + 1)
        phases = Array(repeating: .zero, count: peaks.count)
        softened = Array(repeating: nil, count: peaks.count)
        turns = phases
        products = Array(repeating: .zero, count: peaks.count)
        likenesses = Array(repeating: 0, count: peaks.count)
    }

    private static func makeups(
        _ makeup: (alone: Float, above: Float),
        _ weights: [Float],
        pace: Int64
    ) -> (alone: LevelMakeup, above: LevelMakeup, whole: LevelMakeup) {
        let shares = shares(weights, pace: pace)
        func curve(_ power: Float) -> LevelMakeup { LevelMakeup(shares: shares, power: power) }
        return (curve(makeup.alone), curve(makeup.above), curve(1))
    }

    /// What part of the level of frames that are the same comes from each of them alone, from pairs that are one apart, and so on.
    private static func shares(_ weights: [Float], pace: Int64) -> [Float] {
        let products = stride(from: 0, to: weights.count, by: Int(pace)).map { distance in
            (distance == 0 ? 1 : 2) * zip(weights, weights.dropFirst(distance)).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        }
        let all = products.reduce(0, +)
        return products.map { $0 / all }
    }

    /// Turns a frame.
    ///
    /// - Parameters:
    ///   - frame: The source where the frame is.
    ///   - earlier: The source as many samples earlier as the frame before lies in the target.
    ///   - previous: The frame before, turned.
    ///   - ahead: With a pull to an attack, the source as far before it as the frame lies before it in the target.
    ///   - pull: Where else the phases are led.
    ///   - lowestLevelled: The lowest peak whose level is made up for, where frames are unlike.
    ///   - rate: That of the map. Above 1 frames have less in common, and what agrees below makes up for nothing above.
    /// - Returns: So many bins, from the lowest on, are turned and nothing else.
    mutating func turn(
        _ frame: borrowing ChannelSpectra,
        earlier: borrowing ChannelSpectra,
        after previous: borrowing ChannelSpectra,
        ahead: borrowing ChannelSpectra,
        pull: Pull,
        levelledFrom lowestLevelled: Int,
        rate: Double
    ) -> Int {
        let pace = FrameSchedule.pace(at: rate, hop: hop)
        if pace != self.pace { (self.pace, makeups) = (pace, Self.makeups(makeup, weights, pace: pace)) }
        frame.copyPowers(to: &powers)
        findPeaks()
        findPhases(of: frame, earlier: earlier, after: previous, ahead: ahead, pull: pull)
        let levelled = peaks[..<peakCount].firstIndex { $0 >= lowestLevelled } ?? peakCount
        if frame.channelCount > 1 {
            for index in levelled..<peakCount {
                // With other gains for middle and side, what is on one side would be heard on the other.
                let peak = Int(peaks[index])
                softened[index] = frame.isOneSided(at: peak) ? nil : frame.loudestChannel(at: peak)
            }
        }
        let makeup = lowestLevelled > 0 && rate <= 1 ? makeups.above : makeups.alone
        for channel in 0..<frame.channelCount {
            for index in 0..<peakCount { turns[index] = phases[index] == .zero ? Complex(1, 0) : phases[index] }
            earlier.writeProducts(with: previous, edges: edges[levelled...peakCount], channel: channel, to: &products)
            findLikenesses(from: levelled)
            for index in levelled..<peakCount where phases[index] != .zero {
                // The loudest channel has most of what the angle was chosen by, and its frames are more alike than they seem.
                let isSoftened = frame.channelCount == 1 || (softened[index].map { $0 == channel } ?? true)
                turns[index] *= (isSoftened ? makeup : makeups.whole).gain(likenesses[index - levelled])
            }
            frame.turn(by: turns[..<peakCount], edges: edges[...peakCount], channel: channel)
        }
        return levelled > 0 ? Int(edges[levelled]) : 0
    }

    /// Finds by what angle each peak is turned: that at which all channels together fit the frame before best.
    private mutating func findPhases(
        of frame: borrowing ChannelSpectra,
        earlier: borrowing ChannelSpectra,
        after previous: borrowing ChannelSpectra,
        ahead: borrowing ChannelSpectra,
        pull: Pull
    ) {
        earlier.writeTurns(to: previous, at: peaks[..<peakCount], to: &phases)
        switch pull {
        case .none: break
        case .toSource: for index in 0..<peakCount { phases[index] = pulledToSource(phases[index]) }
        case .ahead(let share):
            frame.writeTurns(to: ahead, at: peaks[..<peakCount], to: &turns)
            for index in 0..<peakCount { phases[index] = phases[index].pulled(to: turns[index], by: share) }
        }
        unsafe phases.withUnsafeMutableBytes { phases in
            guard let numbers = unsafe phases.assumingMemoryBound(to: Float.self).baseAddress else { return }
            // A peak that the frame before did not have keeps the source's phase.
            unsafe overcrank_make_units(numbers, 0, 0, peakCount)
        }
    }

    /// Finds how alike ranges of bins are once they are turned, from that of a peak on.
    private mutating func findLikenesses(from first: Int) {
        unsafe products.withUnsafeBytes { products in
            unsafe phases.withUnsafeBytes { phases in
                guard let products = unsafe products.assumingMemoryBound(to: Float.self).baseAddress,
                    let phases = unsafe phases.assumingMemoryBound(to: Float.self).baseAddress
                else { return }
                unsafe overcrank_likenesses(&likenesses, products, phases + 2 * first, peakCount - first)
            }
        }
    }

    private mutating func findPeaks() {
        let range = Self.lowestPeak..<powers.count - 2
        unsafe edges.withUnsafeMutableBufferPointer { edges in
            guard let lows = edges.baseAddress else { return }
            peakCount = unsafe overcrank_peaks(&peaks, lows + 1, powers, peakReach, range.lowerBound, range.upperBound)
        }
        edges[0] = Int32(endOfConstantPart)
        if peakCount > 0 { edges[peakCount] = Int32(powers.count) }
    }

    /// The bins before this one hold the audio's constant part, where it has one: it has no phase, and is not turned.
    private var endOfConstantPart: Int {
        guard peakCount > 0, powers[0] > powers[1] else { return 0 }
        return lowest(between: 0, and: Int(peaks[0]))
    }

    private func lowest(between first: Int, and second: Int) -> Int {
        var lowest = first
        for bin in first...second where powers[bin] < powers[lowest] { lowest = bin }
        return lowest
    }

    private func pulledToSource(_ turn: Complex) -> Complex {
        let angle = atan2(turn.y, turn.x)
        let rest = angle - min(max(angle, -strongestPull), strongestPull)
        return turn.power > 0 ? Complex(cos(rest), sin(rest)) : turn
    }
}

extension Complex {
    /// With the angle a part of the way nearer to that of another number.
    fileprivate func pulled(to other: Complex, by share: Float) -> Complex {
        let rest = other.times(conjugate)
        let angle = share * atan2(rest.y, rest.x)
        return times(Complex(cos(angle), sin(angle)))
    }
}
