internal import Glibc

/// Finds the attacks in a source: the instants at which much of the spectrum rises at once.
///
/// The measure is spectral flux (Dixon, "Onset detection revisited", DAFx 2006): the sum of all magnitudes' rises from frame
/// to frame. Magnitudes are compressed to their square roots. The flux is divided by the sum of the magnitudes, so that it
/// does not depend on the level. Of two rises that are close together the one counts that is larger before that: what sets in out of
/// silence, however faint, is all new. A magnitude has risen by as much as it exceeds the recent peak of its bin. So the pulses
/// of a low voice and the changes within noise stay below 0.2, while audio that begins after silence comes near 1.
struct OnsetDetector: ~Copyable {
    /// The part of a frame that must be audio for its spectrum to be compared.
    private static let leastShare: Float = 0.1
    /// Cells of half a millisecond before the one that is looked at: what its level is compared with.
    private static let cellsBefore = 4
    /// Steps that the detector asks for more than it needs. Not tuned: every value from 0 on finds the same onsets. But
    /// engines begin their first frames at what is asked for, so another value would move those frames.
    private static let margin = 6

    /// The onsets found and not forgotten, by rising index.
    private(set) var onsets: [Onset] = []
    /// All onsets before this source sample are known.
    private(set) var horizon: Int64 = .min / 2

    /// The levels of the frames, for those who want them.
    var levels: BandLevels?

    private let tuning: StretchTuning.Onsets
    /// Samples of a frame, and from frame to frame.
    private let window: Int
    private let hop: Int
    /// Samples of half a millisecond: the resolution at which the level is looked at.
    private let cell: Int
    private let transform: FourierTransform
    private let frame: ComplexBuffer
    private let spectrum: ComplexBuffer
    private let shape: [Float]
    /// The squared magnitudes of a frame's spectrum, both halves of it.
    private var powers: [Float]
    /// The compressed magnitudes of the last three frames, the last first.
    private var latest: [Float]
    private var previous: [Float]
    private var earlier: [Float]
    /// The recent peak of each bin, up to the earliest of the three frames.
    private var peaks: [Float]
    private let decay: Float
    /// The flux of a frame.
    private struct Flux {
        /// The sum of all rises.
        let rise: Float
        /// What part that is of all that is there, 0 to 1.
        let share: Float

        static let none = Flux(rise: 0, share: 0)
    }

    /// The flux of the last frames, the latest last.
    private var fluxes: [Flux] = []
    /// The frame that comes next; frame *k* is centred on sample *k* · `hop`.
    private var next: Int64 = 0

    init(sampleRate: Int, tuning: StretchTuning.Onsets = StretchTuning.Onsets()) throws(TimeStretchError) {
        self.tuning = tuning
        // 11 ms at 48 kHz, and 2.7 ms from frame to frame: short beside the distance of two attacks.
        window = (sampleRate / 128).roundedUpToPowerOfTwo
        hop = window / 4
        cell = max(1, sampleRate / 2000)
        transform = try FourierTransform(count: window, isInverse: false)
        frame = ComplexBuffer(count: window)
        spectrum = ComplexBuffer(count: window)
        shape = hannWindow(window)
        powers = Array(repeating: 0, count: window + 1)
        latest = Array(repeating: 0, count: window / 2)
        (previous, earlier, peaks) = (latest, latest, latest)
        decay = Float(exp(-Double(hop) / (Double(sampleRate) * tuning.memory)))
        fluxes = Array(repeating: .none, count: tuning.separation)
    }

    /// Forgets all audio and finds the onsets from `position` on.
    mutating func restart(at position: Int64) {
        next = Int64((Double(position) / Double(hop)).rounded(.down)) - Int64(2 * tuning.separation)
        onsets.removeAll()
        levels?.restart(at: next)
        horizon = .min / 2
        for index in latest.indices { (latest[index], previous[index], earlier[index], peaks[index]) = (0, 0, 0, 0) }
        fluxes = Array(repeating: .none, count: tuning.separation)
    }

    /// The first source sample that the detector asks for. It needs the source from half a window and four cells before the
    /// frame that is decided on next; a whole window and the margin before it are more than that.
    var earliestSourceNeeded: Int64 {
        (next - Int64(tuning.separation + Self.margin)) * Int64(hop) - Int64(window)
    }

    /// Finds all onsets before `position`, as far as the source is there; whether it is.
    mutating func advance(to position: Int64, in source: SourceWindow) -> Bool {
        while horizon < position {
            let end = next * Int64(hop) + Int64(window / 2)
            guard source.reaches(end) else { return false }
            if source.isComplete, end > source.end + Int64(4 * window) {
                horizon = .max
                return true
            }
            appendFlux(of: source)
            decide(in: source)
            next += 1
        }
        return true
    }

    /// Keeps the levels of all frames from now on.
    mutating func keepLevels(sampleRate: Int) {
        levels = BandLevels(window: window, hop: hop, sampleRate: sampleRate)
    }

    /// Lets go of the onsets before `position`.
    mutating func forget(before position: Int64) {
        while let first = onsets.first, first.sample < position { onsets.removeFirst() }
    }

    private mutating func appendFlux(of source: SourceWindow) {
        let start = next * Int64(hop) - Int64(window / 2)
        frame.load(source, from: start, frameCount: window)
        frame.scale(by: shape)
        transform(frame, into: spectrum)
        unsafe powers.withUnsafeMutableBufferPointer { unsafe spectrum.copyPowers(to: $0) }
        let share = shareOfWindow(behind: -start)
        if share < 1 { for bin in powers.indices { powers[bin] /= max(share, Self.leastShare) } }
        levels?.append(powers)
        (earlier, previous, latest) = (previous, latest, earlier)
        let (rise, sum) = unsafe powers.withUnsafeBytes { powers in
            unsafe latest.withUnsafeMutableBytes { latest in
                unsafe earlier.withUnsafeBytes { earlier in
                    unsafe peaks.withUnsafeMutableBytes { peaks in
                        unsafe Self.rise(of: powers, into: latest, over: peaks, decayingBy: decay, withNew: earlier)
                    }
                }
            }
        }
        // The constant makes silence of all that lies far below the step of a 24-bit sample. Where the frame that is compared
        // hardly reaches the source, all of the spectrum would be new.
        let isComparable = shareOfWindow(behind: Int64(2 * hop) - start) > Self.leastShare
        // What lies behind the source's end is silence, or made up: neither is an attack.
        let isCut = source.isComplete && start + Int64(window) > source.end
        fluxes.append(isComparable && !isCut ? Flux(rise: rise, share: rise / (sum + 1e-3)) : .none)
    }

    /// The part of a frame's power that lies behind its first `count` samples: so much of it is audio where the source
    /// begins with the next one. 0 to 1.
    private func shareOfWindow(behind count: Int64) -> Float {
        guard count > 0 else { return 1 }
        let all = shape.reduce(0) { $0 + $1 * $1 }
        return shape.dropFirst(Int(min(count, Int64(window)))).reduce(0) { $0 + $1 * $1 } / all
    }

    /// Returns by how much the compressed magnitudes exceed their peaks, summed up, and the sum of the magnitudes. The peaks
    /// first decay and take in the magnitudes of an earlier frame.
    ///
    /// A bin's magnitude is that of both channels together: the complex spectrum holds them in its two halves. It is
    /// compressed to its square root, the fourth root of the power.
    private static func rise(
        of powers: UnsafeRawBufferPointer,
        into latest: UnsafeMutableRawBufferPointer,
        over peaks: UnsafeMutableRawBufferPointer,
        decayingBy decay: Float,
        withNew earlier: UnsafeRawBufferPointer
    ) -> (Float, Float) {
        let size = MemoryLayout<Vector>.size
        var (rise, sum) = (Vector.zero, Vector.zero)
        for byte in stride(from: 0, to: latest.count, by: size) {
            let power = unsafe powers.loadUnaligned(fromByteOffset: byte, as: Vector.self)
            let mirror = unsafe powers.loadUnaligned(fromByteOffset: powers.count - size - byte, as: Vector.self)
            let value = (power + mirror.reversed).fourthRoot
            unsafe latest.storeBytes(of: value, toByteOffset: byte, as: Vector.self)
            let new = unsafe earlier.loadUnaligned(fromByteOffset: byte, as: Vector.self)
            var peak = unsafe peaks.loadUnaligned(fromByteOffset: byte, as: Vector.self) * decay
            peak.replace(with: new, where: new .> peak)
            unsafe peaks.storeBytes(of: peak, toByteOffset: byte, as: Vector.self)
            let change = value - peak
            rise += change.replacing(with: 0, where: change .< 0)
            sum += value
        }
        return (rise.sum(), sum.sum())
    }

    /// Decides whether a frame has an onset. It is the frame that has `separation` frames behind it by now.
    private mutating func decide(in source: SourceWindow) {
        let middle = fluxes.count - 1 - tuning.separation
        defer { horizon = max(horizon, (next - Int64(tuning.separation)) * Int64(hop) - Int64(window)) }
        guard middle >= tuning.separation else { return }
        let flux = fluxes[middle]
        let isPeak =
            flux.share > tuning.threshold && fluxes[..<middle].allSatisfy { $0.rise < flux.rise }
            && fluxes[(middle + 1)...].allSatisfy { $0.rise <= flux.rise }
        fluxes.removeFirst()
        guard isPeak else { return }
        let attack = attack(near: (next - Int64(tuning.separation)) * Int64(hop), in: source)
        onsets.append(Onset(sample: attack, strength: flux.share))
    }

    /// Half a millisecond before the steepest rise of the level within a window around `centre`.
    private mutating func attack(near centre: Int64, in source: SourceWindow) -> Int64 {
        let before = Self.cellsBefore
        let first = centre - Int64(window / 2) - Int64(before * cell)
        let count = window / cell + before
        var levels = Array(repeating: Float(0), count: count)
        var samples = Array(repeating: Float(0), count: count * cell)
        for number in 0..<source.channelCount {
            unsafe samples.withUnsafeMutableBufferPointer { samples in
                unsafe source.copy(channel: number, from: first, to: samples)
                for index in levels.indices {
                    let part = UnsafeBufferPointer(samples.extracting(index * cell..<(index + 1) * cell))
                    unsafe levels[index] += dotProduct(part, part)
                }
            }
        }
        for index in levels.indices { levels[index] = levels[index].squareRoot() }
        let steepest = (before..<count).max { a, b in
            levels[a] - levels[a - before..<a].reduce(0, +) / Float(before)
                < levels[b] - levels[b - before..<b].reduce(0, +) / Float(before)
        }
        return first + Int64(((steepest ?? before) - 1) * cell)
    }
}
