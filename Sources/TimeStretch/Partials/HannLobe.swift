internal import Glibc

/// The spectrum of a sinusoid under Hann's window.
enum HannLobe {
    /// The relative amplitudes of five bins, for a sinusoid that lies `offset` bins above the middle one: −0.5 to 0.5.
    static func shape(offset: Float) -> [Float] {
        (-2...2).map { bin in amplitude(Float(bin) - offset) }
    }

    /// An upper bound on the power at a distance of 0, 1, 2, … bins from the peak's bin, relative to the power there. It allows
    /// for a sinusoid half a bin off, and adds 6 dB for other audio in the same bins.
    static func bounds(reach: Int) -> [Float] {
        (0...reach).map { distance in
            guard distance > 2 else { return 4 }
            let d = Float(distance) - 0.5
            let envelope = 1 / (Float.pi * d * (d * d - 1))
            return min(4, 4 * envelope * envelope)
        }
    }

    /// sinc(*x*) / (1 − *x*²), which is 1/2 at ±1.
    private static func amplitude(_ x: Float) -> Float {
        if x.magnitude < 1e-4 { return 1 }
        if (x.magnitude - 1).magnitude < 1e-4 { return 0.5 }
        return sin(.pi * x) / (.pi * x * (1 - x * x))
    }
}
