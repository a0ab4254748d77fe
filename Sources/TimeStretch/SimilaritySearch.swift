/// Finds where in a stretch of the source it goes on most like a given part of it: the normalised cross-correlation of
/// all channels together, by Fourier transform.
///
/// Two channels make one complex signal, whose cross-correlation has the sum of theirs as its real part; further
/// channels are added to those two. The energies run along the stretch as sums from its beginning.
struct SimilaritySearch: ~Copyable {
    private let size: Int
    private let forward: FourierTransform
    private let inverse: FourierTransform
    private let template: ComplexBuffer
    private let stretch: ComplexBuffer
    private let templateSpectrum: ComplexBuffer
    private let stretchSpectrum: ComplexBuffer
    private var energies: [Double]
    private var scratch: [Float]

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
        scratch = Array(repeating: 0, count: size)
    }

    /// The place among `places` where `length` samples of the source are most like those from `templateStart` on.
    ///
    /// - Complexity: O(*n* log *n*) in length and places together.
    mutating func bestPlace(
        among places: ClosedRange<Int64>,
        like templateStart: Int64,
        length: Int,
        in source: SourceWindow
    ) -> Int64 {
        let placeCount = Int(places.upperBound - places.lowerBound) + 1
        let stretchLength = length + placeCount - 1
        template.load(source, from: templateStart, frameCount: length, scratch: &scratch)
        stretch.load(source, from: places.lowerBound, frameCount: stretchLength, scratch: &scratch)
        sumEnergies(count: stretchLength)
        forward(template, into: templateSpectrum)
        forward(stretch, into: stretchSpectrum)
        multiplyByConjugate()
        inverse(stretchSpectrum, into: stretch)
        return places.lowerBound + Int64(bestPlace(count: placeCount, length: length))
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

    /// The place of the greatest correlation over the root of the energy; squares are compared, with their signs.
    private func bestPlace(count: Int, length: Int) -> Int {
        unsafe energies.withUnsafeBufferPointer { energies in
            var (best, bestScore) = (count / 2, -Double.infinity)
            for place in 0..<count {
                let correlation = Double(unsafe stretch.parts[2 * place])
                // The silence of 24 bits keeps the quotient finite.
                let energy = unsafe energies[place + length] - energies[place] + 1e-12
                let score = correlation * correlation.magnitude / energy
                if score > bestScore { (best, bestScore) = (place, score) }
            }
            return best
        }
    }
}

extension Int {
    /// The smallest power of two that is not smaller.
    var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
