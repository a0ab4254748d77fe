internal import Glibc

/// Finds the steady partials of the audio: sinusoids whose frequency and level hold for the length of two frames.
///
/// A peak of the spectrum is one if three things hold. It has the shape that the window gives to a sinusoid. The same bin has
/// about the same power half a frame before and half a frame behind. Its phase turns by about the same angle in both
/// halves. Some 1e-4 of the peaks of noise do so by accident; therefore two neighbouring frames must agree. A vibrato of
/// musical depth does not pass.
///
/// After Serra and Smith, "Spectral modeling synthesis", Computer Music Journal 14(4), 1990.
struct PartialTracker {
    /// How many frames are compared, a quarter of their size apart. The partials are those of the middle one.
    static let frameCount = 5

    /// The power of a peak below which it is silence: that of a tone of a tenth of a 24-bit sample's step, in a frame of
    /// this size.
    private var silence: Float { 2e-17 * Float(size) * Float(size) }
    /// How many bins on each side of its peak a partial may have: there the spectrum of Hann's window lies 80 dB down.
    private static let reach = 16
    /// The lowest bin of a peak. Below it a sinusoid and its mirror at negative frequencies overlap.
    private static let lowestPeak = 4

    private let size: Int
    private let hop: Int
    private let tuning: StretchTuning.Partials
    private let bounds = HannLobe.bounds(reach: reach)
    private var nextTrack = 0
    /// The steady peaks of the frame before, whether or not they became partials, and its partials.
    private var steadyPeaks: [Int] = []
    private var partials: [Partial] = []

    /// A tracker for frames of `size` samples, a quarter of that apart.
    init(size: Int, tuning: StretchTuning.Partials) {
        self.size = size
        self.tuning = tuning
        hop = size / 4
    }

    /// The partials of the middle one of ``frameCount`` frames, by rising frequency.
    ///
    /// - Complexity: O(*n*) in the size of the frames and O(*p* log *p*) in the number of partials.
    mutating func partials(of frames: [PairedSpectra]) -> [Partial] {
        let powers = frames[2].powers()
        let steady = peaks(in: powers).filter {
            isSteady($0, powers[$0], in: frames) && isPure($0, powers, in: frames[2])
        }
        let confirmed = steady.filter { peak in steadyPeaks.contains { ($0 - peak).magnitude <= 1 } }
        steadyPeaks = steady
        let bins = regions(around: confirmed, in: powers)
        let steadyPartials = bins.map { partial(peak: $0.peak, bins: $0.bins, in: frames) }
        partials = steadyPartials + ending(beside: steadyPartials, in: frames, powers)
        return partials
    }

    /// The partials of the frame before that end: their level falls within half a frame. The frame still counts as theirs,
    /// because another engine would not have their phase.
    private func ending(
        beside steady: [Partial],
        in frames: [PairedSpectra],
        _ powers: [Float]
    ) -> [Partial] {
        guard !partials.isEmpty else { return [] }
        let later = frames[4].powers()
        return partials.compactMap { last in
            let bins = last.peak - Self.reach..<last.peak + Self.reach + 1
            let free = bins.clamped(to: 1..<size / 2).clamped(to: gap(around: last.peak, between: steady))
                .clamped(to: share(of: last.peak))
            guard free.contains(last.peak) else { return nil }
            let level = powers[free].reduce(0, +)
            guard level > later[free].reduce(0, +) * tuning.steadiestPower, level > silence else { return nil }
            return Partial(
                track: last.track,
                peak: last.peak,
                bins: free,
                phase: last.phase + last.frequency * Double(hop),
                frequency: last.frequency
            )
        }
    }

    /// The bins around one that belong to no partial.
    private func gap(around bin: Int, between partials: [Partial]) -> Range<Int> {
        let low = partials.last { $0.bins.lowerBound <= bin }?.bins.upperBound ?? 0
        let high = partials.first { $0.bins.lowerBound > bin }?.bins.lowerBound ?? size / 2
        return min(low, high)..<high
    }

    /// The bins that lie nearer to a peak of the frame before than to its other ones: those that end together share no bin.
    private func share(of peak: Int) -> Range<Int> {
        var (low, high) = (0, size / 2)
        for partial in partials where partial.peak != peak {
            let middle = (partial.peak + peak) / 2 + 1
            if partial.peak < peak { low = max(low, middle) } else { high = min(high, middle) }
        }
        return low..<high
    }

    private func peaks(in powers: [Float]) -> [Int] {
        let floor = max((powers.max() ?? 0) * tuning.faintest, silence)
        var peaks: [Int] = []
        unsafe powers.withUnsafeBufferPointer { powers in
            for bin in Self.lowestPeak..<powers.count - Self.lowestPeak {
                let power = unsafe powers[bin]
                guard unsafe power > floor && power > powers[bin - 1] && power >= powers[bin + 1] else { continue }
                if unsafe power > powers[bin - 2] && power >= powers[bin + 2] { peaks.append(bin) }
            }
        }
        return peaks
    }

    private func isSteady(_ peak: Int, _ power: Float, in frames: [PairedSpectra]) -> Bool {
        let before = frames[0].cross(frames[2], at: peak)
        let behind = frames[2].cross(frames[4], at: peak)
        let change = behind.times(before.conjugate)
        guard atan2(change.y, change.x).magnitude < tuning.steadiestTurn else { return false }
        return [frames[0], frames[4]].allSatisfy { frame in
            let other = frame.cross(frame, at: peak).x
            return other < power * tuning.steadiestPower && power < other * tuning.steadiestPower
        }
    }

    /// Whether the bins around a peak have the shape of a sinusoid.
    private func isPure(_ peak: Int, _ powers: [Float], in frame: PairedSpectra) -> Bool {
        let (below, above) = (powers[peak - 1], powers[peak + 1])
        // The ratio of neighbouring amplitudes is (1 + offset) / (2 − offset).
        let ratio = (max(below, above) / powers[peak]).squareRoot()
        let offset = max(0, (2 * ratio - 1) / (1 + ratio))
        let shape = HannLobe.shape(offset: above > below ? offset : -offset)
        let total = powers[peak - 2...peak + 2].reduce(0, +) * shape.reduce(0) { $0 + $1 * $1 }
        return frame.projection(on: shape, around: peak) > tuning.purity * total
    }

    /// The bins that each peak's sinusoid fills. Higher peaks choose first; a lower peak among their bins is a side lobe and
    /// gets none.
    private func regions(around peaks: [Int], in powers: [Float]) -> [(peak: Int, bins: Range<Int>)] {
        var isTaken = Array(repeating: false, count: powers.count)
        var regions: [(peak: Int, bins: Range<Int>)] = []
        for peak in peaks.sorted(by: { powers[$0] > powers[$1] }) where !isTaken[peak] {
            func belongs(_ bin: Int) -> Bool {
                let distance = (bin - peak).magnitude
                return powers.indices.dropFirst().contains(bin) && distance < bounds.count && !isTaken[bin]
                    && powers[bin] <= bounds[Int(distance)] * powers[peak]
            }
            var (low, high) = (peak, peak)
            while belongs(low - 1) { low -= 1 }
            while belongs(high + 1) { high += 1 }
            for bin in low...high { isTaken[bin] = true }
            regions.append((peak, low..<high + 1))
        }
        return regions.sorted { $0.peak < $1.peak }
    }

    private mutating func partial(peak: Int, bins: Range<Int>, in frames: [PairedSpectra]) -> Partial {
        // From frame to frame a peak turns as its bin's frequency does, to within an eighth of a turn.
        let turn = unwrapped(frames[1].cross(frames[2], at: peak), near: Double(peak * hop) / Double(size) * 2 * .pi)
        let before = unwrapped(frames[0].cross(frames[2], at: peak), near: 2 * turn)
        let behind = unwrapped(frames[2].cross(frames[4], at: peak), near: 2 * turn)
        let last = partials.min { ($0.peak - peak).magnitude < ($1.peak - peak).magnitude }
        let isContinued = last.map { ($0.peak - peak).magnitude <= 1 } ?? false
        if !isContinued { nextTrack += 1 }
        return Partial(
            track: isContinued ? last?.track ?? nextTrack : nextTrack,
            peak: peak,
            bins: bins,
            phase: isContinued ? (last?.phase ?? 0) + turn : 0,
            frequency: (before + behind) / Double(4 * hop)
        )
    }

    /// The angle of a complex number, with the number of whole turns that brings it nearest to the angle expected.
    private func unwrapped(_ number: Complex, near expected: Double) -> Double {
        let angle = Double(atan2(number.y, number.x))
        return expected + remainder(angle - expected, 2 * .pi)
    }
}
