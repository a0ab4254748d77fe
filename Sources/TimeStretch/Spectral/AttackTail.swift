internal import Glibc

/// Lets what is struck die away in its attack's own frame as slowly as the map wants it.
///
/// An attack's own frame is the source as it is, so in it a sound dies away as fast as in the source, and less of it is heard
/// than of what is held. Here the level of each band, some milliseconds behind the attack, is raised to the one that the
/// source has at the place which the map shows there: of the same sound, later in its decay. How much is missing in all is added
/// up (``LevelAccount``). Nothing is moved, and no phase is changed: what is held has the same level at both places and stays as
/// it is. A tail does this in one range of frequency.
final class AttackTail {
    /// The ranges of frequency, in hertz, and the lengths of their frames, in seconds: a frame must hold some periods. Frames of
    /// 11 ms between 300 and 1200 or 2400 Hz gain nothing.
    static let ranges: [(range: Range<Double>, frameLength: Double)] = [
        (300..<Double.infinity, 256.0 / 48_000),
        (70..<300, 1024.0 / 48_000),
    ]

    private static let overlap = 4
    /// The sum of the squares of Hann's window where four of them overlap.
    private static let windowSum: Float = 1.5
    /// The first frame that is raised, in hops behind the attack.
    private static let firstRaised = overlap / 2
    /// As many hops before the attack belong to its rise, which is played as fast as in the source, too.
    private static let rise = 2 * overlap
    /// Bands are a third of an octave wide, or a bin.
    private static let bandRatio = 1.26

    private let size: Int
    private let hop: Int
    private let forward: RealTransform
    private let inverse: RealTransform
    private let samples: ComplexBuffer
    private let bins: ChannelSpectra
    /// The spectra of the frames behind an attack from the first on that is raised, as of `bins`, one after the other.
    private var spectra: [Float] = []
    private let window: [Float]
    /// The bins of each band, as far as they are changed.
    private let bands: [Range<Int>]
    /// Between which bands each bin lies: this one and the next, and how far it is from the first to the second: 0 to 1.
    private let places: [(band: Int, part: Float)]
    /// The bins that are changed.
    private let changed: Range<Int>
    /// The highest factor of an amplitude.
    private let ceiling: Float
    /// How far behind the attack the raise sets in, in samples.
    private let setIn: Int64

    /// - Parameters:
    ///   - frameLength: In seconds: short beside what it follows, and as long as the bands need.
    ///   - range: What is changed, in hertz.
    ///   - sampleRate: In hertz.
    ///   - tuning: How far it goes, and from where on.
    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(
        frameLength: Double,
        range: Range<Double>,
        sampleRate: Int,
        tuning: StretchTuning.Locking
    ) throws(TimeStretchError) {
        size = FourierTransform.fastCount(nearestTo: frameLength * Double(sampleRate))
        hop = size / Self.overlap
        forward = try RealTransform(count: size, isInverse: false)
        inverse = try RealTransform(count: size, isInverse: true)
        samples = ComplexBuffer(count: size / 2)
        bins = ChannelSpectra(size: size, channelCount: 1)
        window = hannWindow(size)
        let bins = Double(size) / Double(sampleRate)
        let first = min(size / 2 + 1, Int((range.lowerBound * bins).rounded(.up)))
        let end = max(first, Int(min(Double(size / 2 + 1), (range.upperBound * bins).rounded(.up))))
        changed = first..<end
        bands = Self.bands(binCount: size / 2 + 1).filter { $0.lowerBound <= end }
        places = Self.places(of: bands)
        ceiling = tuning.strongestTail
        setIn = Int64(tuning.tailStart * Double(hop))
    }

    private static func bands(binCount: Int) -> [Range<Int>] {
        var bands = [0..<1]
        while let last = bands.last?.upperBound, last < binCount {
            bands.append(last..<min(binCount, max(last + 1, Int(Double(last) * bandRatio) + 1)))
        }
        return bands
    }

    private static func places(of bands: [Range<Int>]) -> [(band: Int, part: Float)] {
        let centres = bands.map { Float($0.lowerBound + $0.upperBound - 1) / 2 }
        return bands.joined().map { bin in
            let index = centres.lastIndex { $0 <= Float(bin) } ?? 0
            guard index + 1 < centres.count else { return (index, 0) }
            return (index, (Float(bin) - centres[index]) / (centres[index + 1] - centres[index]))
        }
    }

    /// Makes the decay behind an attack slower.
    ///
    /// - Parameters:
    ///   - channel: The source around the attack, and no less than a frame more behind what belongs to it.
    ///   - attack: The index of the attack in it.
    ///   - passage: What the attack's own frame shows, and where.
    func lengthen(_ channel: inout [Float], attack: Int, in passage: AttackPassage) {
        let (before, count) = (min(passage.before / hop, Self.rise), passage.behind / hop)
        guard count > Self.firstRaised, !changed.isEmpty else { return }
        let account = LevelAccount(
            levels: levels(
                of: channel,
                from: attack - before * hop,
                count: before + count + 1,
                keeping: before + Self.firstRaised
            ),
            places: (0...max(before, count)).map { Float(passage.place(Int64($0 * hop)) / Double(hop)) },
            shares: (-before...count).map { passage.share(atDistance: $0 * hop) },
            start: before,
            firstRaised: Self.firstRaised
        )
        // Until the raise has set in, the source is played as it is and gets ahead of the map. What follows is taken from as
        // much earlier: otherwise so much of what was struck would be missing.
        let lead = Float((Double(setIn) - passage.place(setIn)) / Double(hop))
        let gains = account.gains(lead: lead, ceiling: ceiling)
        var change = [Float](repeating: 0, count: channel.count)
        for frame in Self.firstRaised..<count + Self.firstRaised {
            let gains = gains[min(frame, count) - Self.firstRaised]
            guard gains.contains(where: { $0 > 1 }) else { continue }
            let start = attack + frame * hop - size / 2
            if !recall(frame - Self.firstRaised) { analyse(channel, from: start) }
            addGained(by: gains, at: start, to: &change)
        }
        let peak = channel[attack..<attack + count * hop].reduce(0) { max($0, $1.magnitude) }
        let reached = attack..<min(channel.count, attack + (count + Self.overlap) * hop)
        limit(&change, reached, on: channel, below: peak)
        for index in reached { channel[index] += change[index] }
    }

    /// Makes a change smaller where the sum would exceed a peak: an attack is not to be louder than it is. Its share becomes less there, and
    /// more again, by no more than all of it in a hop: without a step.
    private func limit(_ change: inout [Float], _ range: Range<Int>, on channel: [Float], below peak: Float) {
        func isLouder(_ index: Int) -> Bool { (channel[index] + change[index]).magnitude > peak }
        guard let first = range.first(where: isLouder), let last = range.last(where: isLouder) else { return }
        // Farther off the share is all of it.
        let range = max(range.lowerBound, first - hop)..<min(range.upperBound, last + hop + 1)
        var shares = range.map { index -> Float in
            isLouder(index) ? max(0, (peak - channel[index].magnitude) / change[index].magnitude) : 1
        }
        let step = 1 / Float(hop)
        for index in shares.indices.dropFirst() { shares[index] = min(shares[index], shares[index - 1] + step) }
        for index in shares.indices.dropLast().reversed() {
            shares[index] = min(shares[index], shares[index + 1] + step)
        }
        for (index, share) in zip(range, shares) { change[index] *= share }
    }

    /// The power of each band in frames that are centred on a sample and one, two, three … hops behind it. From the frame `first` on their
    /// spectra are kept.
    private func levels(of channel: [Float], from start: Int, count: Int, keeping first: Int) -> [[Float]] {
        spectra.removeAll(keepingCapacity: true)
        return (0..<count).map { frame in
            analyse(channel, from: start + frame * hop - size / 2)
            let values = unsafe bins.channel(0)
            if frame >= first { unsafe spectra.append(contentsOf: values) }
            return bands.map { band in
                var sum = Float(0)
                for bin in band {
                    let (a, b) = unsafe (values[2 * bin], values[2 * bin + 1])
                    sum += a * a + b * b
                }
                return sum
            }
        }
    }

    /// Takes a spectrum that was kept as that of the frame that was analysed last; whether there is one.
    private func recall(_ index: Int) -> Bool {
        let values = unsafe bins.channel(0)
        guard (index + 1) * values.count <= spectra.count else { return false }
        unsafe spectra.withUnsafeBufferPointer { spectra in
            let kept = unsafe UnsafeBufferPointer(rebasing: spectra[index * values.count..<(index + 1) * values.count])
            _ = unsafe values.update(fromContentsOf: kept)
        }
        return true
    }

    private func analyse(_ channel: [Float], from start: Int) {
        let held = max(0, -start)..<max(0, -start, min(size, channel.count - start))
        unsafe samples.parts.extracting(..<size).update(repeating: 0)
        unsafe channel.withUnsafeBufferPointer { channel in
            unsafe window.withUnsafeBufferPointer { window in
                for index in held { unsafe samples.parts[index] = channel[start + index] * window[index] }
            }
        }
        let values = unsafe bins.channel(0)
        if let input = unsafe samples.parts.baseAddress, let output = values.baseAddress {
            unsafe forward(input, into: output)
        }
    }

    /// Adds what the gains of the bands add to the frame that was analysed last.
    private func addGained(by gains: [Float], at start: Int, to sum: inout [Float]) {
        let values = unsafe bins.channel(0)
        unsafe values.extracting(..<(2 * changed.lowerBound)).update(repeating: 0)
        unsafe values.extracting((2 * changed.upperBound)...).update(repeating: 0)
        for bin in changed {
            let (band, part) = places[bin]
            let gain = gains[band] * (1 - part) + gains[min(band + 1, gains.count - 1)] * part - 1
            unsafe values[2 * bin] *= gain
            unsafe values[2 * bin + 1] *= gain
        }
        guard let input = values.baseAddress, let output = unsafe samples.parts.baseAddress else { return }
        unsafe inverse(input, into: output)
        let scale = 1 / (Self.windowSum * Float(size))
        let reached = max(0, -start)..<max(0, -start, min(size, sum.count - start))
        unsafe sum.withUnsafeMutableBufferPointer { sum in
            unsafe window.withUnsafeBufferPointer { window in
                for index in reached { unsafe sum[start + index] += scale * window[index] * samples.parts[index] }
            }
        }
    }
}
