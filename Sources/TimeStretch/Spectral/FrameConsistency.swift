/// Leads a frame to agree with the frames that it is added to.
///
/// Frames that are turned one by one differ where they overlap, unless the source is a steady tone, and cancel one another in
/// part. So the sum of the frames before this one, this one and the next is analysed where the frame is. The frame takes the
/// phases of that and keeps its own magnitudes, which are the source's: one round of Griffin and Lim's method, with one frame
/// of look-ahead. All channels are turned alike, so that the stereo image stays what it is. A peak that is steady has the
/// same phase in the frame and in the sum, and is left as it is.
///
/// Griffin and Lim, "Signal estimation from modified short-time Fourier transform", IEEE Trans. ASSP 32(2), 1984; Zhu,
/// Beauregard and Wyse, "Real-time signal estimation from modified short-time Fourier transform magnitude spectra", IEEE Trans.
/// Audio, Speech and Language Processing 15(5), 2007; Perraudin, Balazs and Søndergaard, "A fast Griffin-Lim algorithm",
/// WASPAA 2013, for going farther than to the sum.
final class FrameConsistency {
    /// By what part of the difference a spectrum goes farther than to that of the sum, before its phases are taken: up to 0.4
    /// spectra get nearer to the source's, with 1 farther off again.
    private static let excess: Float = 0.4
    /// How much more than half of a difference of level is made up for: a tenth of it more, where it is small. More of it brings
    /// levels of thirds of an octave nearer to the source's and spectra farther off.
    private static let excessOfLevel: Float = 0.1
    /// Levels are compared over so many bins on each side of one: those of a sinusoid.
    private static let reach = 3
    /// The largest change of a power that is made up for.
    private static let largestChange: Float = 4

    private let analysis: FrameAnalysis
    private let sums: ChannelSpectra
    /// What the samples of the sum are multiplied by before they are analysed.
    private var factors: [Float]
    private var turns: [Complex]
    /// The channel that leads the others in each bin; `nil` where none does.
    private var leaders: [Int?]
    private var powers: [Float]
    private var sumPowers: [Float]

    /// For the frames of an analysis.
    init(analysis: FrameAnalysis, channelCount: Int) {
        self.analysis = analysis
        sums = ChannelSpectra(size: analysis.size, channelCount: channelCount)
        factors = Array(repeating: 0, count: analysis.size)
        turns = Array(repeating: .zero, count: sums.binCount)
        leaders = Array(repeating: nil, count: sums.binCount)
        powers = Array(repeating: 0, count: sums.binCount)
        sumPowers = powers
    }

    /// Changes the spectra and the samples of a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame that is to be added next: all of it lies behind what is done of `sum`.
    ///   - next: The frame behind it.
    ///   - sum: The frames before it.
    func refine(_ frame: PlacedFrame, before next: PlacedFrame, on sum: OverlapSum) {
        guard frame.refinedBins > 0 else { return }
        sum.writeFactors(with: frame, and: next, to: &factors)
        for channel in 0..<sums.channelCount {
            unsafe analysis.analyse(into: sums, channel: channel) { samples in
                unsafe sum.writePreview(of: channel, with: frame, and: next, times: factors, to: samples)
            }
        }
        findTurns(of: frame)
        findLeaders(of: frame)
        for channel in 0..<sums.channelCount { turn(frame, channel: channel) }
        analysis.synthesise(frame)
    }

    /// Finds the turn of each bin at which all channels together fit the sum best.
    private func findTurns(of frame: PlacedFrame) {
        unsafe turns.withUnsafeMutableBufferPointer { turns in
            unsafe turns.update(repeating: .zero)
            for channel in 0..<sums.channelCount {
                let (own, sum) = unsafe (frame.spectra.channel(channel), sums.channel(channel))
                for bin in 0..<frame.refinedBins {
                    let (a, b) = unsafe (own[2 * bin], own[2 * bin + 1])
                    let c = unsafe sum[2 * bin] + Self.excess * (sum[2 * bin] - a)
                    let d = unsafe sum[2 * bin + 1] + Self.excess * (sum[2 * bin + 1] - b)
                    unsafe turns[bin] += Complex(a * c + b * d, a * d - b * c)
                }
            }
            for bin in 0..<frame.refinedBins {
                let turn = unsafe turns[bin]
                let power = turn.power
                let isPhase = power > .leastNormalMagnitude && power.isFinite
                unsafe turns[bin] = isPhase ? turn / power.squareRoot() : Complex(1, 0)
            }
        }
    }

    /// Finds the channel whose phases the others follow, before any of them is turned. Below rate 1 there is none; nor is there one
    /// where a bin is heard on one side only: with other gains for middle and side, it would be heard on the other.
    private func findLeaders(of frame: PlacedFrame) {
        for bin in 0..<frame.refinedBins {
            let isLed = frame.isFaster && !frame.spectra.isOneSided(at: bin)
            leaders[bin] = isLed ? frame.spectra.loudestChannel(at: bin) : nil
        }
    }

    /// Turns one channel, and makes up for a little more than half of what the sum has more or less in a few bins than the frame, in
    /// decibels.
    private func turn(_ frame: PlacedFrame, channel: Int) {
        let reach = Self.reach
        let end = min(frame.refinedBins + reach, sums.binCount)
        frame.spectra.copyPowers(of: channel, below: end, to: &powers)
        sums.copyPowers(of: channel, below: end, to: &sumPowers)
        let values = unsafe frame.spectra.channel(channel)
        for bin in 0..<frame.refinedBins {
            var (power, sumPower) = (Float(0), Float.leastNormalMagnitude)
            for other in max(0, bin - reach)..<min(end, bin + reach + 1) {
                power += powers[other]
                sumPower += sumPowers[other]
            }
            let change = min(max(power / sumPower, 1 / Self.largestChange), Self.largestChange)
            let half = change.squareRoot().squareRoot()
            // Above rate 1 the phases are the loudest channel's, and the others agree less: there all of it is made up for.
            let isLed = leaders[bin].map { $0 != channel } ?? false
            let level = isLed ? change.squareRoot() : half + Self.excessOfLevel * half * (half - 1)
            let factor = turns[bin] * level
            let value = unsafe Complex(values[2 * bin], values[2 * bin + 1]).times(factor)
            unsafe (values[2 * bin], values[2 * bin + 1]) = (value.x, value.y)
        }
    }
}
