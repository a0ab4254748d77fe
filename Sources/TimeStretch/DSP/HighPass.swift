internal import Glibc

/// Takes away what is low from one channel: two poles, Butterworth's, by the bilinear transform.
package struct HighPass {
    private let (b0, a1, a2): (Double, Double, Double)
    private var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)

    /// - Parameters:
    ///   - corner: Where 3 dB are lost, in hertz: at most 0.45 times the sample rate, and that where it is above.
    ///   - sampleRate: The sample rate, in hertz.
    package init(corner: Double, sampleRate: Double) {
        let turn = tan(.pi * min(corner / sampleRate, 0.45))
        let scale = 1 / (1 + 2.0.squareRoot() * turn + turn * turn)
        b0 = scale
        a1 = 2 * (turn * turn - 1) * scale
        a2 = (1 - 2.0.squareRoot() * turn + turn * turn) * scale
    }

    /// Filters the next sample.
    package mutating func next(_ sample: Float) -> Float {
        let x = Double(sample)
        let y = b0 * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
        (x2, x1, y2, y1) = (x1, x, y1, y)
        return Float(y)
    }
}
