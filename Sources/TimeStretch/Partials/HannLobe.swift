internal import Glibc

/// What Hann's window makes of a sinusoid.
enum HannLobe {
    /// The relative amplitudes of the five bins around a peak that lies `offset` bins off the middle one, which is
    /// at most half a bin.
    static func shape(offset: Float) -> [Float] {
        (-2...2).map { bin in amplitude(Float(bin) - offset) }
    }

    /// An upper bound on the power at whole distances from the peak's bin, relative to it: with half a bin either way
    /// and 6 dB for what lies beneath.
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
