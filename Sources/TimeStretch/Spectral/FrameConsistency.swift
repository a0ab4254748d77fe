internal import CVectors

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
    private static let reach = Int(OVERCRANK_LEVEL_REACH)
    /// The largest change of a power that is made up for.
    private static let largestChange: Float = 4

    private let analysis: FrameAnalysis
    private let sums: ChannelSpectra
    /// What the samples of the sum are multiplied by before they are analysed.
    private var factors: [Float]
    private var turns: [Complex]
    /// The channel that leads the others in each bin; `nil` where none does.
    private var leaders: [Int?]
    /// Powers of the frame and of the sum, with zeros before the lowest bin and behind the highest one.
    private var powers: [Float]
    private var sumPowers: [Float]
    /// By what factor the frame's amplitudes are higher than the sum's, and what of that is made up for.
    private var changes: [Float]
    private var gains: [Float]

    /// For the frames of an analysis.
    init(analysis: FrameAnalysis, channelCount: Int) {
        self.analysis = analysis
        sums = ChannelSpectra(size: analysis.size, channelCount: channelCount)
        factors = Array(repeating: 0, count: analysis.size)
        turns = Array(repeating: .zero, count: sums.binCount)
        leaders = Array(repeating: nil, count: sums.binCount)
        powers = Array(repeating: 0, count: sums.binCount + 2 * Self.reach)
        sumPowers = powers
        changes = Array(repeating: 0, count: sums.binCount)
        gains = changes
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
        if frame.isFaster { findLeaders(of: frame) }
        for channel in 0..<sums.channelCount { turn(frame, channel: channel) }
        analysis.synthesise(frame)
    }

    /// Finds the turn of each bin at which all channels together fit the sum best.
    private func findTurns(of frame: PlacedFrame) {
        unsafe turns.withUnsafeMutableBytes { bytes in
            guard let turns = unsafe bytes.assumingMemoryBound(to: Float.self).baseAddress else { return }
            unsafe turns.update(repeating: 0, count: 2 * frame.refinedBins)
            for channel in 0..<sums.channelCount {
                guard let own = unsafe frame.spectra.channel(channel).baseAddress,
                    let sum = unsafe sums.channel(channel).baseAddress
                else { continue }
                unsafe overcrank_add_turns(turns, own, sum, Self.excess, frame.refinedBins)
            }
            unsafe overcrank_make_units(turns, .leastNormalMagnitude, 1, frame.refinedBins)
        }
    }

    /// Finds the channel whose phases the others follow above rate 1, before any of them is turned. There is none where a bin is heard on
    /// one side only: with other gains for middle and side, it would be heard on the other.
    private func findLeaders(of frame: PlacedFrame) {
        for bin in 0..<frame.refinedBins {
            leaders[bin] = frame.spectra.isOneSided(at: bin) ? nil : frame.spectra.loudestChannel(at: bin)
        }
    }

    /// Turns one channel, and makes up for a little more than half of what the sum has more or less in a few bins than the frame, in
    /// decibels.
    private func turn(_ frame: PlacedFrame, channel: Int) {
        let count = frame.refinedBins
        let end = min(count + Self.reach, sums.binCount)
        frame.spectra.copyPowers(of: channel, below: end, to: &powers, at: Self.reach)
        sums.copyPowers(of: channel, below: end, to: &sumPowers, at: Self.reach)
        unsafe overcrank_level_changes(&changes, powers, sumPowers, Self.largestChange, count)
        unsafe overcrank_half_changes(&gains, changes, Self.excessOfLevel, count)
        if frame.isFaster {
            // The phases are the loudest channel's, and the others agree less: there all of it is made up for.
            for bin in 0..<count where leaders[bin].map({ $0 != channel }) ?? false { gains[bin] = changes[bin] }
        }
        unsafe turns.withUnsafeBytes { turns in
            guard let values = unsafe frame.spectra.channel(channel).baseAddress,
                let turns = unsafe turns.assumingMemoryBound(to: Float.self).baseAddress
            else { return }
            unsafe overcrank_turn_each(values, turns, gains, count)
        }
    }
}
