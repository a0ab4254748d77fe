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
    /// Samples of a long frame, and from one to the next.
    private let (size, hop): (Int, Int)
    private let lanes: (long: FrameLane, short: FrameLane)
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
    private var sum: OverlapSum
    /// The frame before, turned, which waits for the next one, and what made it.
    private var previous: (frame: PlacedFrame, source: SourcePosition, lane: FrameLane)?
    /// The output sample that is wanted next.
    private var position: Int64 = 0
    /// Samples whose decays are still those of the map.
    private var added: PlanarSamples
    /// Which part of what was added attacks' own frames are.
    private var shares: [Float] = []
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
        (self.size, hop) = (size, size / tuning.overlap)
        func lane(_ size: Int, peakReach: Int) throws(TimeStretchError) -> FrameLane {
            try FrameLane(
                size: size,
                peakReach: peakReach,
                channelCount: channelCount,
                sampleRate: sampleRate,
                tuning: tuning
            )
        }
        // As far in hertz: over two bins, partials of low sounds would be taken together in short frames.
        lanes = (try lane(size, peakReach: 2), try lane(size / 2, peakReach: 1))
        reach = Int64(hop * max(2, tuning.approachFrames))
        delay = Int64(tuning.attackDelay * Double(sampleRate))
        chooser = try FrameLengthChooser(size: size, sampleRate: sampleRate, channelCount: channelCount, tuning: tuning)
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
        sum = OverlapSum(channelCount: channelCount, size: size, from: 0)
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
        let first = schedule.nextSource.whole - Int64(size)
        detector.restart(at: first)
        hits.restart(at: first)
        leaps = []
        lastOnset = .min / 2
        position = start
        previous = nil
        lanes.long.restart()
        lanes.short.restart()
        sum = OverlapSum(
            channelCount: channelCount,
            size: size,
            from: schedule.nextTarget - Int64(size / 2)
        )
        ready.removeAll()
        readyStart = sum.start
        decays?.course.restart()
        decays?.filter.restart(at: sum.start)
    }

    var earliestSourceNeeded: Int64 {
        let frame = previous?.source.whole ?? schedule.nextSource.whole
        let detected = min(detector.earliestSourceNeeded, looksForHits ? hits.earliestSourceNeeded : .max)
        return min(frame - Int64(size / 2) - reach, detected)
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
        guard source.reaches(horizon + Int64(size / 2)) else { return false }
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
        let lane = frame.isShort ? lanes.short : lanes.long
        let shown = frame.isAttack && frame.source.rate < 1 ? lengthened(source, in: frame) : source
        let made = lane.make(frame, showing: shown, of: source, after: previous?.frame)
        if let previous {
            finish(before: previous.frame.target - Int64(size / 2))
            previous.lane.refine(previous.frame, before: made, on: sum)
            sum.add(previous.frame)
        }
        previous = (made, frame.source, lane)
    }

    /// Takes the samples before a target sample out of the sum: no later frame reaches them.
    private func finish(before end: Int64) {
        guard decays != nil else { return sum.finish(before: end, into: &ready) }
        added.removeAll()
        shares.removeAll(keepingCapacity: true)
        let start = sum.start
        sum.appendShares(before: end, to: &shares)
        sum.finish(before: end, into: &added)
        decays?.course.add(shares: shares, from: start)
        decays?.filter.filter(added, into: &ready) { target in
            decays?.course.raise(at: target, of: &detector.levels)
        }
    }

    /// The source around an attack, in which what was struck dies away as the map wants it.
    private func lengthened(_ source: SourceWindow, in frame: SpectralFrame) -> SourceWindow {
        let half = size / 2
        let attack = frame.source.whole
        let passage = AttackPassage(
            size: size,
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
