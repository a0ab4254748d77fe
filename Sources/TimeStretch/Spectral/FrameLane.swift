/// Makes the frames of one length: gives each its place and its windows, takes it from the source, turns it so that it continues the
/// frame before it, and leads it to agree with the frames around it.
final class FrameLane {
    /// Samples of a frame.
    let size: Int
    private let analysis: FrameAnalysis
    private let window: FrameWindow
    /// What is left of a window of twice the length in this one.
    private let taper: [Float]
    private var lock: PhaseLock
    private let consistency: FrameConsistency
    /// How many bins of a frame are led to agree with the frames around it, and of one that is cut off beside an attack.
    private let refinedBins: (whole: Int, cut: Int)
    private var recent: RecentSpectra
    /// The frame that was made last, which may still wait for the next one, and one that is free.
    private var frames: (last: PlacedFrame, free: PlacedFrame)
    private let earlier: ChannelSpectra
    private let ahead: ChannelSpectra
    /// The frame before, where that has another length.
    private let other: ChannelSpectra
    /// The window under which it is seen, and what its samples are multiplied by for that.
    private var (shape, factors): ([Float], [Float])

    /// A lane of frames of `size` samples, in whose spectra a peak is the highest of `peakReach` bins on each side.
    ///
    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(
        size: Int,
        peakReach: Int,
        channelCount: Int,
        sampleRate: Int,
        tuning: StretchTuning.Locking
    ) throws(TimeStretchError) {
        self.size = size
        analysis = try FrameAnalysis(size: size, channelCount: channelCount)
        window = FrameWindow(size: size, fade: max(1, tuning.fade * Double(sampleRate)))
        taper = zip(hannWindow(size), hannWindow(2 * size)[(size / 2)...]).map { $0 / $1 }
        lock = PhaseLock(size: size, peakReach: peakReach, tuning: tuning)
        consistency = FrameConsistency(analysis: analysis, channelCount: channelCount)
        let bins = Double(size) / Double(sampleRate)
        refinedBins = (Int(tuning.refinedBelow * bins), Int(tuning.refinedNearAttacks * bins))
        recent = RecentSpectra(size: size, channelCount: channelCount)
        frames = (
            PlacedFrame(size: size, channelCount: channelCount), PlacedFrame(size: size, channelCount: channelCount)
        )
        earlier = ChannelSpectra(size: size, channelCount: channelCount)
        ahead = ChannelSpectra(size: size, channelCount: channelCount)
        other = ChannelSpectra(size: size, channelCount: channelCount)
        shape = Array(repeating: 0, count: size)
        factors = shape
    }

    /// Forgets all frames.
    func restart() { recent.forget() }

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - frame: What it shows, and where it stands.
    ///   - shown: What an attack's own frame shows; of others the source.
    ///   - source: Where the frame before is looked for in the source.
    ///   - previous: The frame before, turned; `nil` for the first.
    /// - Returns: A frame that is good until this lane has made two more.
    func make(
        _ frame: SpectralFrame,
        showing shown: SourceWindow,
        of source: SourceWindow,
        after previous: PlacedFrame?
    ) -> PlacedFrame {
        frames = (frames.free, frames.last)
        let made = frames.last
        place(made, frame)
        analysis.analyse(shown, around: frame.source, shape: made.shape, into: made.spectra)
        if !frame.isAttack {
            if !made.isCut { recent.remember(made.spectra, around: frame.source) }
            if let previous { turn(made, frame, after: previous, of: source) }
        }
        analysis.synthesise(made)
        return made
    }

    /// Leads a frame of this lane to agree with those around it. See ``FrameConsistency/refine(_:before:on:)``.
    func refine(_ frame: PlacedFrame, before next: PlacedFrame, on sum: OverlapSum) {
        consistency.refine(frame, before: next, on: sum)
    }

    /// Gives a frame its place and its windows.
    private func place(_ made: PlacedFrame, _ frame: SpectralFrame) {
        made.target = frame.target
        made.isAttack = frame.isAttack
        made.isCut = frame.room != nil || frame.sourceRoom != nil
        made.refinedBins = 0
        made.isFaster = frame.source.rate > 1
        window.write(frame.room, to: &made.synthesisShape)
        if made.isFaster {
            window.write(frame.sourceRoom, to: &made.shape)
        } else {
            made.shape = made.synthesisShape
        }
        made.weights.set(productOf: made.shape, and: made.synthesisShape)
    }

    /// Turns a frame so that it continues the one before.
    private func turn(_ made: PlacedFrame, _ frame: SpectralFrame, after previous: PlacedFrame, of source: SourceWindow)
    {
        let earlierSource = frame.source.moved(by: previous.target - frame.target)
        let isAlike = previous.size == size
        // Under the window of the frame before, which weights a tone as that frame does.
        if !isAlike {
            see(previous)
            analysis.analyse(source, around: earlierSource, shape: shape, into: earlier)
        } else if previous.isCut || !recent.recall(around: earlierSource, into: earlier) {
            analysis.analyse(source, around: earlierSource, shape: previous.shape, into: earlier)
        }
        var pull = frame.isUnity ? PhaseLock.Pull.toSource : .none
        if let approach = frame.approach, !frame.isUnity {
            analysis.analyse(source, around: approach.source, shape: made.shape, into: ahead)
            pull = .ahead(share: approach.share)
        }
        let levelled = levelledBins(of: made, frame)
        func turned(after previous: borrowing ChannelSpectra) -> Int {
            lock.turn(
                made.spectra,
                earlier: earlier,
                after: previous,
                ahead: ahead,
                pull: pull,
                levelledFrom: levelled,
                rate: frame.source.rate
            )
        }
        made.refinedBins = isAlike ? turned(after: previous.spectra) : turned(after: other)
    }

    /// Looks at a frame of another length as at one of this lane's, and notes under what window it is seen: its own, or where that is
    /// longer, this lane's.
    private func see(_ frame: PlacedFrame) {
        let before = (frame.size - size) / 2
        for index in shape.indices {
            let place = index + before
            // Behind the inverse transform the frame was windowed once more, which is undone.
            let isSeen = frame.shape.indices ~= place && frame.synthesisShape[place] > Self.faintest
            let narrowing = before > 0 ? taper[index] : 1
            shape[index] = isSeen ? frame.shape[place] * narrowing : 0
            factors[index] = isSeen ? narrowing / frame.synthesisShape[place] : 0
        }
        let seen = max(0, -before)..<min(size, frame.size - before)
        for channel in frame.samples.indices {
            unsafe analysis.analyse(into: other, channel: channel) { samples in
                unsafe samples.update(repeating: 0)
                for index in seen { unsafe samples[index] = frame.samples[channel][index + before] * factors[index] }
            }
        }
    }

    /// Where a window is lower than that, nothing is seen.
    private static let faintest: Float = 1e-3

    /// How many bins of a frame, at most, are led to agree with the frames around it. The faster the map, the less do frames that are
    /// cut off have in common with them: from rate 2 on these are left alone.
    private func levelledBins(of made: PlacedFrame, _ frame: SpectralFrame) -> Int {
        if frame.isUnity { return 0 }
        guard made.isCut else { return refinedBins.whole }
        return Int(Double(refinedBins.cut) * max(0, min(1, 2 - frame.source.rate)))
    }
}
