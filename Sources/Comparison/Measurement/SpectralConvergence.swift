internal import TimeStretch

/// How far the short-time spectra of a rendering are from the source's at the instants that the map says.
///
/// ‖|S| − |R|‖ ÷ ‖|S|‖ over all frames and bins: Arık, Jun and Diamos, "Fast spectrogram inversion using multi-head
/// convolutional neural networks" (IEEE Signal Processing Letters 26, 2019), after Sturmel and Daudet, "Signal
/// reconstruction from STFT magnitude: a state of the art" (DAFx-11, 2011).
enum SpectralConvergence {
    /// - Parameters:
    ///   - rendering: The rendered source.
    ///   - range: The part of the rendering that is measured, in its samples.
    ///   - source: The source, of which the middle counts.
    /// - Returns: In decibels; `nil` where the source is silent, or where the range is shorter than one window.
    /// - Throws: `TimeStretchError` with the code `engine`.
    static func measure(
        _ rendering: MappedRendering,
        over range: Range<Int>,
        to source: PlanarSamples
    ) throws(TimeStretchError) -> Double? {
        let spectra = try SpectrumPair(sampleRate: rendering.sampleRate)
        let half = spectra.frameLength / 2
        var (difference, whole) = (0.0, 0.0)
        for centre in stride(from: range.lowerBound + half, through: range.upperBound - half, by: half) {
            let played = Int(rendering.sourcePosition(at: centre).rounded())
            // The middle of all of the source would take memory that grows with it.
            let window = source.middle(over: played - half..<played + half)
            spectra.forEachBin(window, at: 0, rendering.mid, at: centre - half) { _, right, shown in
                let error = right.power.squareRoot() - shown.power.squareRoot()
                difference += error * error
                whole += right.power
            }
        }
        return whole > 0 ? Decibels.power(difference, over: whole) : nil
    }
}
