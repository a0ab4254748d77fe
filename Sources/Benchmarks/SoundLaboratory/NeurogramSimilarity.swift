internal import Comparison
internal import Glibc

/// How like two sounds are to the ear, from 0 to 1: the structural similarity of their spectrograms in bands of hearing.
///
/// After Hines and Harte, "Speech intelligibility prediction using a neurogram similarity index measure" (Speech Communication
/// 54, 2012): luminance times structure, without contrast, over three bands by three looks.
enum NeurogramSimilarity {
    /// Bands between these frequencies, in hertz, equally wide on the mel scale.
    private static let (bands, lowest, highest) = (32, 50.0, 12_000.0)
    /// What is softer than the loudest of the right sound by so much is not heard, in decibels.
    private static let range = Float(60)
    private static let weights: [Float] = [0.0113, 0.0838, 0.0113, 0.0838, 0.6193, 0.0838, 0.0113, 0.0838, 0.0113]

    /// - Parameters:
    ///   - sound: What is judged.
    ///   - right: What it should be.
    ///   - sampleRate: Of both, in hertz.
    /// - Returns: 1 where they are alike.
    /// - Throws: `TimeStretchError` with the code `engine`.
    static func measure(_ sound: [Float], to right: [Float], sampleRate: Int) throws -> Double {
        let (given, wanted) = try levels(of: sound, and: right, sampleRate)
        let floor = (wanted.joined().max() ?? 0) - range
        let (a, b) = (wanted.map { $0.map { max(0, $0 - floor) } }, given.map { $0.map { max(0, $0 - floor) } })
        let (c1, c3) = (0.01 * range, 0.03 * range * 0.03 * range / 2)
        var (sum, number) = (0.0, 0.0)
        for look in 1..<max(1, a.count - 1) {
            for band in 1..<bands - 1 {
                let places = (-1...1).flatMap { x in (-1...1).map { (look + x, band + $0) } }
                let (r, d) = (places.map { a[$0.0][$0.1] }, places.map { b[$0.0][$0.1] })
                func mean(_ values: [Float]) -> Float { zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } }
                let (mr, md) = (mean(r), mean(d))
                let deviation = (
                    max(0, mean(r.map { $0 * $0 }) - mr * mr).squareRoot(),
                    max(0, mean(d.map { $0 * $0 }) - md * md).squareRoot()
                )
                let together = mean(zip(r, d).map { $0 * $1 }) - mr * md
                let luminance = (2 * mr * md + c1) / (mr * mr + md * md + c1)
                sum += Double(luminance * (together + c3) / (deviation.0 * deviation.1 + c3))
                number += 1
            }
        }
        return sum / max(1, number)
    }

    /// The levels of all bands at each look at both sounds, in decibels, as far as both go: windows of 43 ms at 48 kHz, which
    /// overlap by half.
    private static func levels(
        of sound: [Float],
        and right: [Float],
        _ sampleRate: Int
    ) throws -> (sound: [[Float]], right: [[Float]]) {
        let spectra = try SpectrumPair(sampleRate: sampleRate)
        let length = spectra.frameLength
        func mel(_ frequency: Double) -> Double { 2595 * log10(1 + frequency / 700) }
        let bandOfBin = (0..<length / 2).map { bin in
            let place = mel(Double(bin * sampleRate) / Double(length)) - mel(lowest)
            return Int((place / (mel(highest) - mel(lowest)) * Double(bands)).rounded(.down))
        }
        var levels: (sound: [[Float]], right: [[Float]]) = ([], [])
        for start in stride(from: 0, through: min(sound.count, right.count) - length, by: length / 2) {
            var powers = [[Double]](repeating: [Double](repeating: 1e-12, count: bands), count: 2)
            spectra.forEachBin(sound, at: start, right, at: start) { bin, a, b in
                guard powers[0].indices ~= bandOfBin[bin] else { return }
                powers[0][bandOfBin[bin]] += a.power
                powers[1][bandOfBin[bin]] += b.power
            }
            levels.sound.append(powers[0].map { Float(10 * log10($0)) })
            levels.right.append(powers[1].map { Float(10 * log10($0)) })
        }
        return levels
    }
}
