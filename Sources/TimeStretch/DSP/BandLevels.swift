internal import Glibc

/// The power of a source in bands of a third of an octave, frame by frame of the detector of onsets.
struct BandLevels {
    /// The upper end of the lowest band, in hertz. The next ones are a third of an octave wide.
    private static let lowest = 200.0
    /// Weights of the frames around one: its level is their mean.
    private static let weights: [Float] = [1, 2, 3, 2, 1]
    /// What is added to a level, as power of a sine's amplitude: −90 dB. Below that nothing dies away.
    private static let faintest: Float = 1e-9

    /// The upper ends of the bands, in hertz; the last one is half the sample rate or more.
    let ends: [Double]
    /// Samples from frame to frame; frame *k* is centred on sample *k* · `hop`.
    private let hop: Int
    /// The first bin behind each band.
    private let endBins: [Int]
    private let floor: Float
    /// The powers of all bands, frame after frame, from the frame `first` on.
    private var powers: [Float] = []
    private var first: Int64 = 0

    /// - Parameters:
    ///   - window: Samples of a frame under Hann's window.
    ///   - hop: Samples from frame to frame.
    ///   - sampleRate: In hertz.
    init(window: Int, hop: Int, sampleRate: Int) {
        var ends = [Self.lowest]
        while let last = ends.last, last < Double(sampleRate) / 2 { ends.append(last * exp2(1.0 / 3)) }
        let bin = Double(sampleRate) / Double(window)
        // Where bands are narrower than a bin, those without one are left out.
        var bins: [(end: Double, bin: Int)] = []
        for end in ends {
            let index = min(window / 2 + 1, Int((end / bin).rounded(.up)))
            if index > bins.last?.bin ?? 0 { bins.append((end, index)) }
        }
        self.ends = bins.map(\.end)
        endBins = bins.map(\.bin)
        floor = Self.faintest * Float(window * window) / 4
        self.hop = hop
    }

    var bandCount: Int { endBins.count }

    /// Forgets all; the next frame is the one of this number.
    mutating func restart(at frame: Int64) {
        powers.removeAll(keepingCapacity: true)
        first = frame
    }

    /// Adds the next frame: the squared magnitudes of both halves of its spectrum.
    mutating func append(_ spectrum: [Float]) {
        var bin = 0
        for end in endBins {
            var sum = Float(0)
            while bin < end {
                sum += bin == 0 ? spectrum[0] : spectrum[bin] + spectrum[spectrum.count - 1 - bin]
                bin += 1
            }
            powers.append(sum)
        }
    }

    /// Lets go of what levels at a source position and later do not need.
    mutating func forget(before position: Double) {
        let wanted = Int(Int64(position / Double(hop)) - first) - Self.weights.count
        // Behind the end of the source there are no frames.
        let spent = min(wanted, powers.count / bandCount)
        guard spent > 256 else { return }
        powers.removeFirst(spent * bandCount)
        first += Int64(spent)
    }

    /// Writes the power of each band around a source position to `levels`.
    func write(at position: Double, to levels: inout [Float]) {
        let place = position / Double(hop)
        let part = Float(place - place.rounded(.down))
        let whole = Int64(place.rounded(.down)) - first
        for band in levels.indices { levels[band] = floor }
        let reach = Self.weights.count / 2
        let count = powers.count / bandCount
        let scale = 1 / Self.weights.reduce(0, +)
        for distance in -reach...(reach + 1) {
            let own = distance <= reach ? Self.weights[distance + reach] : 0
            let next = distance > -reach ? Self.weights[distance - 1 + reach] : 0
            let weight = scale * (own * (1 - part) + next * part)
            let frame = Int(whole) + distance
            guard weight > 0, frame >= 0, frame < count else { continue }
            for band in levels.indices { levels[band] += weight * powers[frame * bandCount + band] }
        }
    }
}
