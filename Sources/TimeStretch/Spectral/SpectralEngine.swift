internal import Glibc
internal import MediaTime

/// A phase vocoder that follows the map exactly: frame by frame in the target, each taken from the very source position that
/// the map names.
///
/// Nothing is steered, so no error can grow. Phases are locked around the peaks of the spectrum (``PhaseLock``) and led to agree
/// with the frames around (``FrameConsistency``), what moves has shorter frames (``FrameLengthChooser``), attacks have frames of their own (``FrameSchedule``) in which they die away
/// as the map wants it (``AttackTail``), above rate 1 decays are as slow as in the source (``DecayCourse``), and at rate 1 the phases come back to the source's.
final class SpectralEngine: StretchEngine {
    private let map: SampleMap
    private let channelCount: Int
    private let hop: Int
    private let analysis: FrameAnalysis
    private let window: FrameWindow
    /// How far behind its onset an attack lies, in samples.
    private let delay: Int64
    /// How far before a frame the source may be analysed for it, in samples.
    private let reach: Int64
    private let chooser: FrameLengthChooser
    private var schedule: FrameSchedule
    private var detector: OnsetDetector
    private var hits: HitDetector
    /// Whether the map is at rate 1 or slower anywhere: only there hits count.
    private let looksForHits: Bool
    /// How far from an onset a leap of the level may lie to be the place of it, in samples.
    private let leapReach: Int64
    /// Leaps that may be the places of onsets that come.
    private var leaps: [HitDetector.Leap] = []
    /// The last attack that was found.
    private var lastOnset: Int64 = .min / 2
    /// One for each range of frequency.
    private let tails: [AttackTail]
    /// What lets decays last above rate 1; `nil` where the map is nowhere as fast.
    private var decays: (course: DecayCourse, filter: DecayFilter)?
    /// Samples behind an attack that other frames leave out.
    private let clear: Double
    private var lock: PhaseLock
    private var sum: OverlapSum
    private let consistency: FrameConsistency
    /// How many bins of a frame are led to agree with the frames around it, and of one that is cut off beside an attack.
    private let refinedBins: (whole: Int, cut: Int)
    private var recent: RecentSpectra
    /// The frame before, turned, which waits for the next one; there is one where `last` is not `nil`.
    private var previous: PlacedFrame
    private var current: PlacedFrame
    private let earlier: ChannelSpectra
    private let ahead: ChannelSpectra
    private var last: SpectralFrame?
    /// The output sample that is wanted next.
    private var position: Int64 = 0
    /// Samples whose decays are still those of the map.
    private var added: PlanarSamples
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
        self.map = map
        self.channelCount = channelCount
        hop = size / tuning.overlap
        analysis = try FrameAnalysis(size: size, channelCount: channelCount)
        window = FrameWindow(size: size, fade: max(1, tuning.fade * Double(sampleRate)))
        reach = Int64(hop * max(2, tuning.approachFrames))
        delay = Int64(tuning.attackDelay * Double(sampleRate))
        chooser = try FrameLengthChooser(size: size, sampleRate: sampleRate, tuning: tuning)
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
        hits = HitDetector(sampleRate: sampleRate, channelCount: channelCount, tuning: tuning)
        looksForHits = map.rates.lowerBound <= .normal
        leapReach = Int64(tuning.leapReach * Double(sampleRate))
        clear = tuning.behind * Double(sampleRate)
        tails = try AttackTail.ranges.map { range, frameLength throws(TimeStretchError) in
            try AttackTail(frameLength: frameLength, range: range, sampleRate: sampleRate, tuning: tuning)
        }
        lock = PhaseLock(size: size, tuning: tuning)
        sum = OverlapSum(channelCount: channelCount, size: size, from: 0)
        let bins = Double(size) / Double(sampleRate)
        refinedBins = (Int(tuning.refinedBelow * bins), Int(tuning.refinedNearAttacks * bins))
        recent = RecentSpectra(size: size, channelCount: channelCount)
        consistency = FrameConsistency(analysis: analysis, channelCount: channelCount)
        previous = PlacedFrame(size: size, channelCount: channelCount)
        current = PlacedFrame(size: size, channelCount: channelCount)
        earlier = ChannelSpectra(size: size, channelCount: channelCount)
        ahead = ChannelSpectra(size: size, channelCount: channelCount)
        ready = PlanarSamples(channelCount: channelCount)
        added = ready
        if map.rates.upperBound > .normal {
            detector.keepLevels(sampleRate: sampleRate)
            let ends = detector.levels?.ends ?? []
            let filter = try DecayFilter(ends: ends, sampleRate: sampleRate, channelCount: channelCount)
            let course = DecayCourse(map: map, bandCount: ends.count, sampleRate: sampleRate, tuning: tuning)
            decays = (course, filter)
        }
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
        chooser.restart()
        let first = schedule.nextSource.whole - Int64(analysis.size)
        detector.restart(at: first)
        hits.restart(at: first)
        leaps = []
        lastOnset = .min / 2
        position = start
        last = nil
        recent.forget()
        sum = OverlapSum(
            channelCount: channelCount,
            size: analysis.size,
            from: schedule.nextTarget - Int64(analysis.size / 2)
        )
        ready.removeAll()
        readyStart = sum.start
        decays?.course.restart()
        decays?.filter.restart(at: sum.start)
    }

    var earliestSourceNeeded: Int64 {
        let frame = last?.source.whole ?? schedule.nextSource.whole
        let detected = min(detector.earliestSourceNeeded, looksForHits ? hits.earliestSourceNeeded : .max)
        return min(frame - Int64(analysis.size / 2) - reach, detected)
    }

    func render(_ count: Int, from source: SourceWindow, into target: inout PlanarSamples) {
        var rest = count
        while rest > 0 {
            let available = Int(readyStart + Int64(ready.frameCount) - position)
            guard available > 0 else {
                readyStart += Int64(ready.frameCount)
                ready.removeAll()
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
        guard detector.advance(to: horizon + hits.separation, in: source) else { return false }
        guard !looksForHits || hits.advance(to: horizon + leapReach, in: source) else { return false }
        for leap in hits.takeLeaps() {
            schedule.add(leapAt: leap.sample)
            leaps.append(leap)
        }
        while let onset = nextOnset(before: horizon) {
            let (begin, place) = (onset.sample + delay, place(of: onset))
            schedule.add(attackAt: place, strength: onset.strength, rise: max(0, place - begin))
            decays?.course.add(attackAt: onset.sample + delay, isStruck: !chooser.hearsVoice)
            lastOnset = onset.sample
        }
        leaps.removeAll { $0.sample < horizon - leapReach }
        schedule.isShort = prefersShort(source)
        add(schedule.advance(), of: source)
        return true
    }

    /// The place of an attack: where what is above 800 Hz rises most, at half of its height. What lies below that often rises at another
    /// time, and slower. Above rate 1, where leaps are not looked for, the onset itself.
    private func place(of onset: Onset) -> Int64 {
        guard map.rate(atSource: Double(onset.sample)) <= 1 else { return onset.sample + delay }
        let near = leaps.filter { abs($0.sample - onset.sample) < leapReach }
        return near.max { $0.rise < $1.rise }?.place ?? onset.sample + delay
    }

    /// Takes the next attack before `horizon` from what was found. A hit beside an onset of the spectrum is the same attack.
    /// Above rate 1 hits are as close as their decays are long, and are left to the frames around them.
    private func nextOnset(before horizon: Int64) -> Onset? {
        while let hit = hits.hits.first, hit.sample < min(horizon, detector.onsets.first?.sample ?? .max) {
            hits.forget(before: hit.sample + 1)
            let isFound =
                hit.sample - lastOnset < hits.separation
                || detector.onsets.contains { $0.sample - hit.sample < hits.separation }
            if !isFound, map.rate(atSource: Double(hit.sample)) <= 1 { return hit }
        }
        guard let onset = detector.onsets.first, onset.sample < horizon else { return nil }
        detector.forget(before: onset.sample + 1)
        return onset
    }

    /// Whether the next frame had better be a short one. At rate 1 frames of any length give the source.
    private func prefersShort(_ source: SourceWindow) -> Bool {
        let position = schedule.nextSource
        return position.rate != 1
            && chooser.prefersShort(around: position, room: schedule.nextRoom, of: source)
    }

    private func add(_ frame: SpectralFrame, of source: SourceWindow) {
        place(frame)
        let shown = frame.isAttack && frame.source.rate < 1 ? lengthened(source, in: frame) : source
        analysis.analyse(shown, around: frame.source, shape: current.shape, into: current.spectra)
        if !frame.isAttack, !current.isCut, !current.isShort { recent.remember(current.spectra, around: frame.source) }
        if let last, !frame.isAttack { turn(frame, after: last, of: source) }
        analysis.synthesise(current)
        if last != nil {
            finish(before: previous.target - Int64(analysis.size / 2))
            consistency.refine(previous, before: current, on: sum)
            sum.add(previous)
        }
        swap(&previous, &current)
        last = frame
    }

    /// Takes the samples before a target sample out of the sum: no later frame reaches them.
    private func finish(before end: Int64) {
        guard decays != nil else { return sum.finish(before: end, into: &ready) }
        added.removeAll()
        sum.finish(before: end, into: &added)
        decays?.filter.filter(added, into: &ready) { target in
            guard decays?.course.update(at: target, of: &detector.levels) == true else { return nil }
            return decays?.course.gains
        }
    }

    /// Gives the current frame its place and its windows.
    private func place(_ frame: SpectralFrame) {
        current.target = frame.target
        current.isCut = frame.room != nil || frame.sourceRoom != nil
        current.isShort = frame.isShort
        current.refinedBins = 0
        current.isFaster = frame.source.rate > 1
        window.write(frame.room, isShort: frame.isShort, to: &current.synthesisShape)
        if current.isFaster {
            window.write(frame.sourceRoom, isShort: frame.isShort, to: &current.shape)
        } else {
            current.shape = current.synthesisShape
        }
        current.weights = zip(current.shape, current.synthesisShape).map { $0 * $1 }
    }

    /// Turns the current frame so that it continues the one before.
    private func turn(_ frame: SpectralFrame, after last: SpectralFrame, of source: SourceWindow) {
        // Under the window of the frame before, which weights a tone as that frame does.
        let earlierSource = frame.source.moved(by: last.target - frame.target)
        if previous.isCut || previous.isShort || !recent.recall(around: earlierSource, into: earlier) {
            analysis.analyse(source, around: earlierSource, shape: previous.shape, into: earlier)
        }
        var pull = frame.isUnity ? PhaseLock.Pull.toSource : .none
        if let approach = frame.approach, !frame.isUnity {
            analysis.analyse(source, around: approach.source, shape: current.shape, into: ahead)
            pull = .ahead(share: approach.share)
        }
        current.refinedBins = lock.turn(
            current.spectra,
            earlier: earlier,
            after: previous.spectra,
            ahead: ahead,
            pull: pull,
            levelledFrom: refinedBins(of: frame),
            isFaster: current.isFaster
        )
    }

    /// How many bins of a frame, at most, are led to agree with the frames around it. The faster the map, the less do frames that are
    /// cut off have in common with them: from rate 2 on these are left alone.
    private func refinedBins(of frame: SpectralFrame) -> Int {
        if frame.isUnity { return 0 }
        guard current.isCut else { return refinedBins.whole }
        return Int(Double(refinedBins.cut) * max(0, min(1, 2 - frame.source.rate)))
    }

    /// The source around an attack, in which what was struck dies away as the map wants it.
    private func lengthened(_ source: SourceWindow, in frame: SpectralFrame) -> SourceWindow {
        let half = analysis.size / 2
        let attack = frame.source.whole
        let passage = AttackPassage(
            size: analysis.size,
            hop: hop,
            step: Int(frame.step),
            room: frame.room,
            clear: clear,
            rise: frame.rise
        ) { [map] distance in
            let position = map.sourcePosition(at: frame.target + distance)
            let place = Double(position.whole - attack) + position.fraction
            return min(max(0, place), Double(distance))
        }
        var channels = (0..<channelCount).map { channel in
            // The last frames of the tails reach beyond what is wanted: cut off there, they would hold what a step has in all
            // bands.
            unsafe source.withSamples(channel: channel, from: attack - Int64(half), count: 3 * half) {
                unsafe Array($0)
            }
        }
        for channel in channels.indices {
            for tail in tails { tail.lengthen(&channels[channel], attack: half, in: passage) }
        }
        var result = SourceWindow(channelCount: channelCount, from: attack - Int64(half))
        result.append(PlanarSamples(channels: channels))
        result.complete()
        return result
    }
}
