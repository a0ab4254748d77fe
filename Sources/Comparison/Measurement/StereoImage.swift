internal import Glibc
internal import TimeStretch

/// How wide stereo audio is, and how much its channels have in common.
struct StereoImage {
    /// The side's level over the middle's, in decibels.
    let sideMidDecibels: Double
    /// Whether both channels are the same, or each the other's negative: there is no image to be kept.
    fileprivate let isOneSignal: Bool
    /// For each band, from low to high: the power of both channels, and their coherence from 0 to 1.
    private let bands: [(power: Double, coherence: Double)]

    /// The lower end of the lowest band in hertz, and the number of bands in an octave. Lower bands would have too few bins.
    private static let (lowest, bandsPerOctave) = (200.0, 3.0)
    /// A band whose power is lower than the strongest band's by more than this, in decibels, holds only noise of the coding.
    private static let depth = 50.0

    /// - Returns: `nil` unless there are two channels, not both of them silent, and the range is at least one window long.
    /// - Throws: `TimeStretchError` with the code `engine`.
    init?(of samples: PlanarSamples, over range: Range<Int>, sampleRate: Int) throws(TimeStretchError) {
        guard samples.channelCount == 2 else { return nil }
        let (left, right) = (samples.channels[0], samples.channels[1])
        var (mid, side) = (0.0, 0.0)
        for index in range {
            let (a, b) = (Double(left[index]), Double(right[index]))
            mid += (a + b) * (a + b)
            side += (a - b) * (a - b)
        }
        let spectra = try SpectrumPair(sampleRate: sampleRate)
        guard mid + side > 0, range.count >= spectra.frameLength else { return nil }
        isOneSignal = mid == 0 || side == 0
        sideMidDecibels = Decibels.power(side, over: mid)

        let width = Double(sampleRate) / Double(spectra.frameLength)
        let bandOfBin = (0..<spectra.frameLength / 2).map { bin in
            let frequency = Double(bin) * width
            return frequency < Self.lowest ? -1 : Int(log2(frequency / Self.lowest) * Self.bandsPerOctave)
        }
        let count = (bandOfBin.last ?? -1) + 1
        var sums = [(left: Double, right: Double, cross: Phasor)](repeating: (0, 0, .zero), count: count)
        let last = range.upperBound - spectra.frameLength
        for start in stride(from: range.lowerBound, through: last, by: spectra.frameLength / 2) {
            spectra.forEachBin(left, at: start, right, at: start) { bin, a, b in
                let band = bandOfBin[bin]
                guard band >= 0 else { return }
                sums[band].left += a.power
                sums[band].right += b.power
                let cross = a * Phasor(real: b.real, imaginary: -b.imaginary)
                sums[band].cross.real += cross.real
                sums[band].cross.imaginary += cross.imaginary
            }
        }
        bands = sums.map { sum in
            let both = (sum.left * sum.right).squareRoot()
            return (sum.left + sum.right, both > 0 ? sum.cross.power.squareRoot() / both : 0)
        }
    }

    /// How the image differs from the source's.
    func change(from source: StereoImage) -> Measurements.Stereo {
        let strongest = source.bands.map(\.power).max() ?? 0
        let squares = zip(bands, source.bands)
            .filter { $1.power > 0 && Decibels.power($1.power, over: strongest) > -Self.depth }
            .map { ($0.coherence - $1.coherence) * ($0.coherence - $1.coherence) }
        return .init(
            sideMidErrorDecibels: sideMidDecibels - source.sideMidDecibels,
            coherenceError: (squares.reduce(0, +) / Double(max(squares.count, 1))).squareRoot()
        )
    }
}

extension Measurements.Stereo {
    /// `nil` where the source has no image, or the rendering is silent.
    static func change(from source: StereoImage?, to rendering: StereoImage?) -> Measurements.Stereo? {
        guard let source, let rendering, !source.isOneSignal else { return nil }
        return rendering.change(from: source)
    }
}
