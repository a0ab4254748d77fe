internal import Glibc

/// The interpolation kernel of ``VarispeedEngine`` and ``IntegerResampler``: a sinc under a Kaiser window.
///
/// Kaiser & Schafer, "On the use of the I0-sinh window for spectrum analysis" (IEEE Trans. ASSP 28, 1980); as an
/// interpolator: Smith, "Digital Audio Resampling" (CCRMA, 2002).
enum KaiserSinc {
    /// Zero crossings on each side. With `beta` the transition band is 0.22 of half the sample rate wide.
    static let crossings = 32
    /// The window's shape parameter: by Kaiser's formula the stop band lies 118 dB down.
    static let beta = 12.0
    /// The cutoff at rates up to 1, as a part of half the sample rate: the middle of the transition band, which
    /// then goes from 0.81 to 1.03.
    static let passband = 0.92

    /// The cutoff at a rate, as a part of half the sample rate. For faster audio it is lower, so that nothing aliases.
    static func cutoff(rate: Double) -> Double { passband * min(1, 1 / rate) }

    /// How many samples on each side the kernel reaches, for a cutoff.
    static func reach(cutoff: Double) -> Int { Int((Double(crossings) / cutoff).rounded(.up)) }

    /// The kernel at `x` zero crossings from its middle: 1 in the middle, 0 from the last crossing on.
    static func value(_ x: Double) -> Double {
        let u = x / Double(crossings)
        guard u.magnitude < 1 else { return 0 }
        let window = bessel0(beta * (1 - u * u).squareRoot()) / bessel0(beta)
        let angle = Double.pi * x
        return x == 0 ? 1 : sin(angle) / angle * window
    }

    /// The modified Bessel function of the first kind and order 0, by its power series.
    private static func bessel0(_ x: Double) -> Double {
        var (sum, term, k) = (1.0, 1.0, 1.0)
        repeat {
            term *= (x / (2 * k)) * (x / (2 * k))
            sum += term
            k += 1
        } while term > sum * .ulpOfOne / 4
        return sum
    }
}
