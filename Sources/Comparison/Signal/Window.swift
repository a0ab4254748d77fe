internal import Glibc

/// Windows for spectra and for fits. All are periodic.
enum Window {
    /// Four cosine terms, side lobes below −92 dB: Harris, "On the use of windows for harmonic analysis with the discrete
    /// Fourier transform" (Proc. IEEE 66, 1978).
    static func blackmanHarris(_ count: Int) -> [Double] {
        cosines([0.35875, -0.48829, 0.14128, -0.01168], count)
    }

    /// A raised cosine.
    static func hann(_ count: Int) -> [Double] { cosines([0.5, -0.5], count) }

    private static func cosines(_ terms: [Double], _ count: Int) -> [Double] {
        (0..<count).map { index in
            let turn = 2 * .pi * Double(index) / Double(count)
            return terms.indices.reduce(0) { $0 + terms[$1] * cos(turn * Double($1)) }
        }
    }
}
