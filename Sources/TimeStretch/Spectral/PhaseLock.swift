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
    /// So many samples frames lie apart, and what part of the level of frames that are the same comes from each of them alone, from pairs that
    /// are one apart, from pairs two apart, and so on: 1 together.
    private var overlap: (pace: Int64, shares: [Float])
    /// How much of the loss is made up for, as a power: where no phases are led to agree, and above those that are.
    private let makeup: (alone: Float, above: Float)
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

    /// A lock for frames of `size` samples, in whose spectra a peak is the highest of `peakReach` bins on each side.
    init(size: Int, peakReach: Int, tuning: StretchTuning.Locking) {
        self.peakReach = peakReach
        strongestPull = .pi / Float(tuning.settlingFrames)
        makeup = (tuning.makeup, tuning.makeupAbove)
        weights = hannWindow(size).map { $0 * $0 }
        hop = Int64(size / tuning.overlap)
        overlap = (hop, Self.shares(weights, pace: hop))
        powers = Array(repeating: 0, count: size / 2 + 1)
        // At most every second bin is a peak.
        peaks = Array(repeating: 0, count: size / 4 + 1)
        edges = Array(repeating: 0, count: peaks.count + 1)
        phases = Array(repeating: .zero, count: peaks.count)
        softened = Array(repeating: nil, count: peaks.count)
        turns = phases
        products = Array(repeating: .zero, count: peaks.count)
    }

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
        if pace != overlap.pace { overlap = (pace, Self.shares(weights, pace: pace)) }
        frame.copyPowers(to: &powers)
        findPeaks()
        let makeup = lowestLevelled > 0 && rate <= 1 ? makeup.above : makeup.alone
        let levelled = peaks[..<peakCount].firstIndex { $0 >= lowestLevelled } ?? peakCount
        for index in 0..<peakCount {
            let peak = Int(peaks[index])
            var turn = Self.turn(of: earlier, at: peak, to: previous)
            switch pull {
            case .none: break
            case .toSource: turn = pulledToSource(turn)
            case .ahead(let share): turn = turn.pulled(to: Self.turn(of: frame, at: peak, to: ahead), by: share)
            }
            let power = turn.power
            // A peak that the frame before did not have keeps the source's phase.
            phases[index] = power > 0 && power.isFinite ? turn / power.squareRoot() : .zero
            // With other gains for middle and side, what is on one side would be heard on the other.
            softened[index] = frame.isOneSided(at: peak) ? nil : frame.loudestChannel(at: peak)
        }
        for channel in 0..<frame.channelCount {
            earlier.writeProducts(with: previous, edges: edges[levelled...peakCount], channel: channel, to: &products)
            for index in 0..<peakCount {
                let phase = phases[index]
                var turn = phase == .zero ? Complex(1, 0) : phase
                if index >= levelled, phase != .zero {
                    let isSoftened = softened[index].map { $0 == channel } ?? true
                    let likeness = Self.likeness(products[index - levelled], turnedBy: phase)
                    turn *= gain(likeness, makeup: isSoftened ? makeup : 1)
                }
                turns[index] = turn
            }
            frame.turn(by: turns[..<peakCount], edges: edges[...peakCount], channel: channel)
        }
        return levelled > 0 ? Int(edges[levelled]) : 0
    }

    /// How alike ranges of bins are when the first one is turned: 1 where they are the same but for their level, 0 where they have
    /// nothing in common.
    private static func likeness(_ products: SIMD4<Float>, turnedBy turn: Complex) -> Float {
        let norm = (products.z * products.w).squareRoot()
        return norm > 0 ? (products.x * turn.x + products.y * turn.y) / norm : 1
    }

    /// What makes up for the level that frames lose where they are added without being alike, as those of noise are.
    ///
    /// Frames that are some hops apart are as alike as the power of so many. The likeness of few bins is often below zero by
    /// chance; without these the mean would be too high. The loudest channel has most of what the angle was chosen by, and its
    /// frames are more alike than they seem: there the gain is less.
    private func gain(_ likeness: Float, makeup: Float) -> Float {
        let likeness = max(-0.35, min(1, likeness))
        let gain = 1 / overlap.shares.reversed().reduce(0) { $0 * likeness + $1 }.squareRoot()
        return makeup < 1 ? pow(gain, makeup) : gain
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

    /// The turn at which a peak fits other spectra best, in all channels together.
    private static func turn(
        of spectra: borrowing ChannelSpectra,
        at peak: Int,
        to others: borrowing ChannelSpectra
    ) -> Complex {
        var turn = Complex.zero
        for channel in 0..<spectra.channelCount {
            turn += others[channel, peak].times(spectra[channel, peak].conjugate)
        }
        return turn
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
