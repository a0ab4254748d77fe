internal import Glibc

/// Lets what is struck die away in its attack's own frame as slowly as the map wants it.
///
/// An attack's own frame is the source as it is, so in it a sound dies away as fast as in the source, and less of it is heard
/// than of what is held. Here the level of each band, some milliseconds behind the attack, is raised to the one that the
/// source has at the place which the map shows there: of the same sound, later in its decay. Nothing is moved, and no phase
/// is changed: what is held has the same level at both places and stays as it is.
final class AttackTail {
    /// The length of a frame, in seconds: short beside what it follows, and as long as a band needs.
    private static let frameLength = 256.0 / 48_000
    private static let overlap = 4
    /// The sum of the squares of Hann's window where four of them overlap.
    private static let windowSum: Float = 1.5
    /// The first frame that is raised, in hops behind the attack.
    private static let firstRaised = overlap / 2
    /// Bands are a third of an octave wide, or a bin. Below this frequency nothing is changed: a period is too long.
    private static let (bandRatio, lowest) = (1.26, 300.0)

    private let size: Int
    private let hop: Int
    private let forward: RealTransform
    private let inverse: RealTransform
    private let samples: ComplexBuffer
    private let bins: ChannelSpectra
    private let window: [Float]
    /// The bins of each band.
    private let bands: [Range<Int>]
    /// Between which bands each bin lies: that of the whole part and the next.
    private let places: [Float]
    /// The first bin that is changed.
    private let first: Int
    /// The highest factor of an amplitude.
    private let ceiling: Float
    /// How far behind the attack the raise sets in, in samples.
    private let setIn: Int64

    /// - Throws: ``TimeStretchError`` with the code `engine` where there is no such transform.
    init(sampleRate: Int, tuning: StretchTuning.Locking) throws(TimeStretchError) {
        size = FourierTransform.fastCount(nearestTo: Self.frameLength * Double(sampleRate))
        hop = size / Self.overlap
        forward = try RealTransform(count: size, isInverse: false)
        inverse = try RealTransform(count: size, isInverse: true)
        samples = ComplexBuffer(count: size / 2)
        bins = ChannelSpectra(size: size, channelCount: 1)
        window = hannWindow(size)
        bands = Self.bands(binCount: size / 2 + 1)
        places = Self.places(of: bands)
        first = Int((Self.lowest * Double(size) / Double(sampleRate)).rounded(.up))
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

    private static func places(of bands: [Range<Int>]) -> [Float] {
        let centres = bands.map { Float($0.lowerBound + $0.upperBound - 1) / 2 }
        return bands.joined().map { bin in
            let index = centres.lastIndex { $0 <= Float(bin) } ?? 0
            guard index + 1 < centres.count else { return Float(index) }
            return Float(index) + (Float(bin) - centres[index]) / (centres[index + 1] - centres[index])
        }
    }

    /// The source around an attack, with its decay made slower.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - attack: The sample of the attack.
    ///   - reach: How many samples are wanted on each side of it.
    ///   - room: How many samples behind it belong to it.
    ///   - place: How far behind the attack the map is in the source, so many samples behind it in the target: not farther.
    /// - Returns: `reach` samples before the attack and more than as many from it on.
    func lengthened(
        _ source: SourceWindow,
        attack: Int64,
        reach: Int,
        room: Int,
        place: (Int64) -> Double
    ) -> SourceWindow {
        let start = attack - Int64(reach)
        var channels = (0..<source.channelCount).map { channel in
            // The last frames reach beyond what is wanted: cut off there, they would hold what a step has in all bands.
            unsafe source.withSamples(channel: channel, from: start, count: 2 * reach + size) { unsafe Array($0) }
        }
        let count = min(room, reach) / hop
        if count > Self.overlap {
            for channel in channels.indices { lengthen(&channels[channel], from: reach, count: count, place: place) }
        }
        var result = SourceWindow(channelCount: channels.count, from: start)
        result.append(PlanarSamples(channels: channels))
        result.complete()
        return result
    }

    /// Raises the frames of one channel that hold nothing from before the attack, and something of the `count` hops behind it.
    private func lengthen(_ channel: inout [Float], from attack: Int, count: Int, place: (Int64) -> Double) {
        let levels = levels(of: channel, from: attack, to: count)
        var change = [Float](repeating: 0, count: channel.count)
        var gains = [Float](repeating: 0, count: bands.count)
        // Until the raise has set in, the source is played as it is and gets ahead of the map. What follows is taken from as
        // much earlier: otherwise so much of what was struck would be missing.
        let lead = Double(setIn) - place(setIn)
        for frame in Self.firstRaised..<count + Self.firstRaised {
            let place = max(0, place(Int64(frame * hop)) - lead)
            let wanted = min(Float(place / Double(hop)), Float(count).nextDown)
            let (whole, part) = (Int(wanted), wanted - wanted.rounded(.down))
            for band in bands.indices {
                let level = levels[whole][band] * (1 - part) + levels[whole + 1][band] * part
                let factor = (level / (levels[min(frame, count)][band] + .leastNormalMagnitude)).squareRoot()
                gains[band] = min(max(factor, 1), ceiling) - 1
            }
            let start = attack + frame * hop - size / 2
            analyse(channel, from: start)
            addGained(by: gains, at: start, to: &change)
        }
        let peak = channel[attack..<attack + count * hop].reduce(0) { max($0, $1.magnitude) }
        let shares = shares(of: change, on: channel, below: peak)
        for index in channel.indices { channel[index] += shares[index] * change[index] }
    }

    /// The part of each sample of a change that leaves the sum below a peak: an attack is not to be louder than it is. Where
    /// that is not all, it is less for a hop on each side, without a step.
    private func shares(of change: [Float], on channel: [Float], below peak: Float) -> [Float] {
        var shares = [Float](repeating: 1, count: channel.count)
        for index in channel.indices where (channel[index] + change[index]).magnitude > peak {
            let share = max(0, (peak - channel[index].magnitude) / change[index].magnitude)
            for other in max(0, index - hop)..<min(channel.count, index + hop) {
                let distance = Float(abs(other - index)) / Float(hop)
                shares[other] = min(shares[other], share + (1 - share) * distance)
            }
        }
        return shares
    }

    /// The power of each band in the frames that are centred 0, 1, 2 … hops behind the attack, or the highest of what follows
    /// where that is higher: what wavers does not die away.
    private func levels(of channel: [Float], from attack: Int, to count: Int) -> [[Float]] {
        var levels = (0...count).map { frame in
            analyse(channel, from: attack + frame * hop - size / 2)
            let values = unsafe bins.channel(0)
            return bands.map { band in
                band.reduce(Float(0)) { sum, bin in
                    let (a, b) = unsafe (values[2 * bin], values[2 * bin + 1])
                    return sum + a * a + b * b
                }
            }
        }
        for frame in (0..<count).reversed() {
            for band in bands.indices { levels[frame][band] = max(levels[frame][band], levels[frame + 1][band]) }
        }
        return levels
    }

    private func analyse(_ channel: [Float], from start: Int) {
        for index in 0..<size {
            let sample = channel.indices ~= start + index ? channel[start + index] : 0
            unsafe samples.parts[index] = sample * window[index]
        }
        let values = unsafe bins.channel(0)
        if let input = unsafe samples.parts.baseAddress, let output = values.baseAddress {
            unsafe forward(input, into: output)
        }
    }

    /// Adds the frame that was analysed last, times the gains of the bands.
    private func addGained(by gains: [Float], at start: Int, to sum: inout [Float]) {
        let values = unsafe bins.channel(0)
        for bin in 0...size / 2 {
            let (band, part) = (Int(places[bin]), places[bin] - places[bin].rounded(.down))
            let gain = gains[band] * (1 - part) + gains[min(band + 1, gains.count - 1)] * part
            unsafe values[2 * bin] *= bin < first ? 0 : gain
            unsafe values[2 * bin + 1] *= bin < first ? 0 : gain
        }
        guard let input = values.baseAddress, let output = unsafe samples.parts.baseAddress else { return }
        unsafe inverse(input, into: output)
        let scale = 1 / (Self.windowSum * Float(size))
        for index in 0..<size where sum.indices ~= start + index {
            unsafe sum[start + index] += scale * window[index] * samples.parts[index]
        }
    }
}
