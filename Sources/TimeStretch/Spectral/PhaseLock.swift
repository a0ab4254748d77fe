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
    private var peaks: [Int] = []

    /// A lock for frames of `size` samples, in whose spectra a peak is the highest of `peakReach` bins on each side.
    init(size: Int, peakReach: Int, tuning: StretchTuning.Locking) {
        self.peakReach = peakReach
        strongestPull = .pi / Float(tuning.settlingFrames)
        makeup = (tuning.makeup, tuning.makeupAbove)
        weights = hannWindow(size).map { $0 * $0 }
        hop = Int64(size / tuning.overlap)
        overlap = (hop, Self.shares(weights, pace: hop))
        powers = Array(repeating: 0, count: size / 2 + 1)
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
        var low = endOfConstantPart
        var turnedBins = 0
        for (index, peak) in peaks.enumerated() {
            let high = index + 1 < peaks.count ? lowest(between: peak, and: peaks[index + 1]) : powers.count
            var turn = Self.turn(of: earlier, at: peak, to: previous)
            switch pull {
            case .none: break
            case .toSource: turn = pulledToSource(turn)
            case .ahead(let share): turn = turn.pulled(to: Self.turn(of: frame, at: peak, to: ahead), by: share)
            }
            let power = turn.power
            // A peak that the frame before did not have keeps the source's phase.
            if power > 0, power.isFinite {
                let turn = turn / power.squareRoot()
                let loudest = frame.loudestChannel(at: peak)
                // With other gains for middle and side, what is on one side would be heard on the other.
                let isOneSided = frame.isOneSided(at: peak)
                for channel in 0..<frame.channelCount {
                    guard peak >= lowestLevelled else {
                        frame.turn(low..<high, by: turn, channel: channel)
                        continue
                    }
                    let likeness = earlier.likeness(to: previous, in: low..<high, turnedBy: turn, channel: channel)
                    let gain = gain(likeness, makeup: channel == loudest || isOneSided ? makeup : 1)
                    frame.turn(low..<high, by: turn * gain, channel: channel)
                }
            }
            if peak < lowestLevelled { turnedBins = high }
            low = high
        }
        return turnedBins
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
        peaks.removeAll(keepingCapacity: true)
        unsafe powers.withUnsafeBufferPointer { powers in
            for bin in Self.lowestPeak..<powers.count - 2 {
                let power = unsafe powers[bin]
                guard unsafe power > powers[bin - 1] && power >= powers[bin + 1] else { continue }
                guard peakReach > 1 else {
                    peaks.append(bin)
                    continue
                }
                if unsafe power > powers[bin - 2] && power >= powers[bin + 2] { peaks.append(bin) }
            }
        }
    }

    /// The bins before this one hold the audio's constant part, where it has one: it has no phase, and is not turned.
    private var endOfConstantPart: Int {
        guard let first = peaks.first, powers[0] > powers[1] else { return 0 }
        return lowest(between: 0, and: first)
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
