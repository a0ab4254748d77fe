internal import Glibc
internal import MediaTime

/// A phase vocoder that follows the map exactly: frame by frame in the target, each taken from the very source position that
/// the map names.
///
/// Nothing is steered, so no error can grow. Phases are locked around the peaks of the spectrum (``PhaseLock``), attacks
/// have frames of their own (``FrameSchedule``), and at rate 1 the phases come back to the source's.
final class SpectralEngine: StretchEngine {
    private let channelCount: Int
    private let hop: Int
    private let analysis: FrameAnalysis
    private let window: FrameWindow
    /// How far behind its onset an attack lies, in samples.
    private let delay: Int64
    /// How far before a frame the source may be analysed for it, in samples.
    private let reach: Int64
    private var schedule: FrameSchedule
    private var detector: OnsetDetector
    private var lock: PhaseLock
    private var sum: OverlapSum
    /// The frame before, turned, and the target sample of its centre; `nil` where there is none.
    private var previous: ChannelSpectra
    private var current: ChannelSpectra
    private let earlier: ChannelSpectra
    private let ahead: ChannelSpectra
    private var last: SpectralFrame?
    private var shape: [Float] = []
    /// The window of the frame before.
    private var previousShape: [Float] = []
    private var squared: [Float] = []
    /// The output sample that is wanted next.
    private var position: Int64 = 0
    /// Samples that are done, by target samples; those before `position` were taken.
    private var ready: PlanarSamples
    private var readyStart: Int64 = 0

    /// An engine at the map's beginning.
    init(
        map: SampleMap,
        sampleRate: Int,
        channelCount: Int,
        tuning: StretchTuning.Locking,
        onsets: StretchTuning.Onsets
    ) throws(TimeStretchError) {
        let size = Self.frameSize(sampleRate: sampleRate, tuning: tuning)
        self.channelCount = channelCount
        hop = size / tuning.overlap
        analysis = try FrameAnalysis(size: size, channelCount: channelCount)
        window = FrameWindow(size: size, fade: max(1, tuning.fade * Double(sampleRate)))
        reach = Int64(hop * max(2, tuning.approachFrames))
        delay = Int64(tuning.attackDelay * Double(sampleRate))
        schedule = FrameSchedule(
            map: map,
            size: size,
            hop: hop,
            tuning: tuning,
            sampleRate: sampleRate
        )
        var onsets = onsets
        onsets.threshold = tuning.onsetThreshold
        detector = try OnsetDetector(sampleRate: sampleRate, tuning: onsets)
        lock = PhaseLock(size: size, tuning: tuning)
        sum = OverlapSum(channelCount: channelCount, size: size, from: 0)
        previous = ChannelSpectra(size: size, channelCount: channelCount)
        current = ChannelSpectra(size: size, channelCount: channelCount)
        earlier = ChannelSpectra(size: size, channelCount: channelCount)
        ahead = ChannelSpectra(size: size, channelCount: channelCount)
        ready = PlanarSamples(channelCount: channelCount)
        restart(at: map.firstOutput)
    }

    /// The size of a frame in samples: of the sizes that have a fast transform, the one nearest by ratio to the length that
    /// is wanted.
    private static func frameSize(sampleRate: Int, tuning: StretchTuning.Locking) -> Int {
        FourierTransform.fastCount(nearestTo: tuning.frameLength * Double(sampleRate))
    }

    /// How many samples at rate 1 the engine takes until its output is the source's.
    static func settling(sampleRate: Int, tuning: StretchTuning.Locking) -> Int64 {
        let size = frameSize(sampleRate: sampleRate, tuning: tuning)
        return Int64(size + size / tuning.overlap * (tuning.settlingFrames + 1))
    }

    func restart(at start: Int64) {
        schedule.restart(at: start)
        let first = schedule.nextSource.whole - Int64(analysis.size)
        detector.restart(at: first)
        position = start
        last = nil
        sum = OverlapSum(
            channelCount: channelCount,
            size: analysis.size,
            from: schedule.nextTarget - Int64(analysis.size / 2)
        )
        ready.removeAll()
        readyStart = sum.start
    }

    var earliestSourceNeeded: Int64 {
        let frame = last?.source.whole ?? schedule.nextSource.whole
        return min(frame - Int64(analysis.size / 2) - reach, detector.earliestSourceNeeded)
    }

    func render(_ count: Int, from source: SourceWindow, into target: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            let available = Int(readyStart + Int64(ready.frameCount) - position)
            guard available > 0 else {
                ready.removeAll()
                readyStart = sum.start
                guard addFrame(of: source) else { return }
                continue
            }
            let taken = min(rest, available)
            target.append(ready, from: Int(position - readyStart), count: taken)
            position += Int64(taken)
            rest -= taken
        }
    }

    /// Adds the next frame; `false` where the source does not reach far enough yet.
    private func addFrame(of source: SourceWindow) -> Bool {
        let horizon = schedule.horizon
        guard source.reaches(horizon + Int64(analysis.size / 2)) else { return false }
        guard detector.advance(to: horizon, in: source) else { return false }
        while let onset = detector.onsets.first, onset.sample < horizon {
            schedule.add(attackAt: onset.sample + delay, strength: onset.strength)
            detector.forget(before: onset.sample + 1)
        }
        add(schedule.advance(), of: source)
        return true
    }

    private func add(_ frame: SpectralFrame, of source: SourceWindow) {
        swap(&previousShape, &shape)
        window.write(frame.room, to: &shape, squared: &squared)
        analysis.analyse(source, around: frame.source, shape: shape, into: current)
        if let last, !frame.isAttack {
            // Under the window of the frame before, which weights a tone as that frame does.
            let earlierSource = frame.source.moved(by: last.target - frame.target)
            analysis.analyse(source, around: earlierSource, shape: previousShape, into: earlier)
            var pull = frame.isUnity ? PhaseLock.Pull.toSource : .none
            if let approach = frame.approach, !frame.isUnity {
                analysis.analyse(source, around: approach.source, shape: shape, into: ahead)
                pull = .ahead(share: approach.share)
            }
            lock.turn(current, earlier: earlier, after: previous, ahead: ahead, pull: pull)
        }
        let first = frame.target - Int64(analysis.size / 2)
        sum.finish(before: first, into: &ready)
        analysis.add(current, shape: shape, squared: squared, to: &sum)
        swap(&previous, &current)
        last = frame
    }
}
