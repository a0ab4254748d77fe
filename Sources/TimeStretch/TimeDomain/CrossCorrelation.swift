/// Finds where in a stretch of audio it is most like a given part of it: the normalised cross-correlation of both
/// channels together, by Fourier transform.
///
/// Two channels make one complex signal, whose cross-correlation has the sum of theirs as its real part. The energies
/// run along the stretch as sums from its beginning.
struct CrossCorrelation: ~Copyable {
    /// By what part of the highest peak's score others may fall short of it.
    private static let margin: Float = 0.01

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
    init(length: Int, places: Int) throws(TimeStretchError) {
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

    /// The places among `places` where `length` samples of the audio are more like those from `templateStart` on than
    /// at either neighbour, and about as much as at the best: at most `count` of them, the best first.
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

    /// The stretch's spectrum by the conjugate of the template's.
    private func multiplyByConjugate() {
        for index in 0..<size {
            let (a, b) = unsafe (stretchSpectrum.parts[2 * index], stretchSpectrum.parts[2 * index + 1])
            let (c, d) = unsafe (templateSpectrum.parts[2 * index], templateSpectrum.parts[2 * index + 1])
            unsafe stretchSpectrum.parts[2 * index] = a * c + b * d
            unsafe stretchSpectrum.parts[2 * index + 1] = b * c - a * d
        }
    }

    /// Scores each place by the correlation over the root of the energy; squares are compared, with their signs.
    private mutating func score(count: Int, length: Int) {
        unsafe energies.withUnsafeBufferPointer { energies in
            unsafe scores.withUnsafeMutableBufferPointer { scores in
                for place in 0..<count {
                    let correlation = unsafe stretch.parts[2 * place]
                    // The silence of 24 bits keeps the quotient finite.
                    let energy = unsafe Float(energies[place + length] - energies[place]) + 1e-12
                    unsafe scores[place] = correlation * correlation.magnitude / energy
                }
            }
        }
    }

    /// The highest peaks, by parabolas through them and their neighbours, as far as they are about as high as the best.
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
        let least = highest - Self.margin * highest.magnitude
        return peaks.filter { $0.height >= least }.sorted { $0.height > $1.height }.prefix(count).map(\.place)
    }
}
