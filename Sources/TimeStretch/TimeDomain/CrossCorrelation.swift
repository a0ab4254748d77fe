/// Finds the places in a stretch of audio that are most like a template: the normalised cross-correlation of both channels
/// together, by Fourier transform.
///
/// The two channels are the real and the imaginary part of one complex signal. The real part of its cross-correlation is the
/// sum of theirs. The energy of a part is the difference of two running sums.
struct CrossCorrelation: ~Copyable {
    /// By what part of the highest peak's score others may fall short of it.
    private let margin: Float
    private let size: Int
    private let forward: FourierTransform
    private let inverse: FourierTransform
    private let template: ComplexBuffer
    private let stretch: ComplexBuffer
    private let templateSpectrum: ComplexBuffer
    private let stretchSpectrum: ComplexBuffer
    private var energies: [Double]
    private var scores: [Float]

    /// A search for a template of up to `length` samples at up to `places` neighbouring places.
    init(length: Int, places: Int, margin: Float) throws(TimeStretchError) {
        self.margin = margin
        let size = (length + places).roundedUpToPowerOfTwo
        let forward = try FourierTransform(count: size, isInverse: false)
        let inverse = try FourierTransform(count: size, isInverse: true)
        (self.size, self.forward, self.inverse) = (size, forward, inverse)
        template = ComplexBuffer(count: size)
        stretch = ComplexBuffer(count: size)
        templateSpectrum = ComplexBuffer(count: size)
        stretchSpectrum = ComplexBuffer(count: size)
        energies = Array(repeating: 0, count: size + 1)
        scores = Array(repeating: 0, count: places)
    }

    /// The best places among `places`: those where `length` samples of the audio are more like those from `templateStart` on
    /// than at both neighbouring places, and nearly as much as at the best place. At most `count` of them, the best first.
    ///
    /// - Complexity: O(*n* log *n*) in length and places together.
    mutating func peaks(
        _ count: Int,
        among places: ClosedRange<Int64>,
        like templateStart: Int64,
        length: Int,
        in audio: SourceWindow
    ) -> [Int64] {
        let placeCount = places.count
        let stretchLength = length + placeCount - 1
        template.load(audio, from: templateStart, frameCount: length)
        stretch.load(audio, from: places.lowerBound, frameCount: stretchLength)
        sumEnergies(count: stretchLength)
        forward(template, into: templateSpectrum)
        forward(stretch, into: stretchSpectrum)
        multiplyByConjugate()
        inverse(stretchSpectrum, into: stretch)
        score(count: placeCount, length: length)
        return peaks(count, of: scores[..<placeCount]).map { places.lowerBound + Int64($0) }
    }

    private mutating func sumEnergies(count: Int) {
        unsafe energies.withUnsafeMutableBufferPointer { energies in
            var sum = 0.0
            for index in 0..<count {
                let (real, imaginary) = unsafe (stretch.parts[2 * index], stretch.parts[2 * index + 1])
                sum += Double(real * real + imaginary * imaginary)
                unsafe energies[index + 1] = sum
            }
        }
    }

    /// Multiplies the stretch's spectrum by the conjugate of the template's.
    private func multiplyByConjugate() {
        for index in 0..<size {
            let (a, b) = unsafe (stretchSpectrum.parts[2 * index], stretchSpectrum.parts[2 * index + 1])
            let (c, d) = unsafe (templateSpectrum.parts[2 * index], templateSpectrum.parts[2 * index + 1])
            unsafe stretchSpectrum.parts[2 * index] = a * c + b * d
            unsafe stretchSpectrum.parts[2 * index + 1] = b * c - a * d
        }
    }

    /// Scores each place by the correlation ÷ the root of the energy. The square of that is taken, with its sign.
    private mutating func score(count: Int, length: Int) {
        unsafe energies.withUnsafeBufferPointer { energies in
            unsafe scores.withUnsafeMutableBufferPointer { scores in
                for place in 0..<count {
                    let correlation = unsafe stretch.parts[2 * place]
                    // The constant, less than the step of a 24-bit sample, keeps the quotient finite in silence.
                    let energy = unsafe Float(energies[place + length] - energies[place]) + 1e-12
                    unsafe scores[place] = correlation * correlation.magnitude / energy
                }
            }
        }
    }

    /// The highest peaks that lie within the margin of the best. A peak's height is that of the parabola through it and its
    /// neighbours.
    private func peaks(_ count: Int, of scores: ArraySlice<Float>) -> [Int] {
        var peaks: [(place: Int, height: Float)] = []
        var highest = -Float.infinity
        for place in scores.indices {
            let score = scores[place]
            let before = place > scores.startIndex ? scores[place - 1] : -.infinity
            let behind = place + 1 < scores.endIndex ? scores[place + 1] : -.infinity
            guard before < score, behind <= score else { continue }
            let slope = behind - before
            let bend = 2 * score - before - behind
            let height = bend.isFinite ? score + slope * slope / (8 * bend) : score
            highest = max(highest, height)
            peaks.append((place, height))
        }
        let least = highest - margin * highest.magnitude
        return peaks.filter { $0.height >= least }.sorted { $0.height > $1.height }.prefix(count).map(\.place)
    }
}
