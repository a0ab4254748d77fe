/// The phase of a tone's strongest partial, compared with a reference.
struct PhaseTrack {
    /// How strong the partial is: a quarter of the square of its amplitude.
    let strength: Double
    /// By what factor partials may be closer together than in the source.
    let slowness: Double
    /// The phase of the fundamental at each sample, in radians: the reference, corrected by the mean difference of frequency.
    let phases: [Double]
    /// The root mean square of the deviation of the frequency, over the frequency.
    let waver: Double

    /// The window through which the phase is measured, in seconds. Changes up to 40 Hz pass it; partials that are 160 Hz away
    /// or more do not.
    private static let window = 0.025
    /// How many measurements fall into a window.
    private static let looksPerWindow = 5

    /// - Parameters:
    ///   - samples: The audio. If it is shorter than three windows, the windows are made shorter.
    ///   - multiple: Which multiple of the fundamental is measured.
    ///   - reference: The phase of the fundamental at each sample as it should be, in radians.
    ///   - slowness: How much nearer to one another than in the source partials may lie.
    ///   - sampleRate: In hertz.
    init(
        _ samples: ArraySlice<Float>,
        multiple: Int,
        reference: [Double],
        slowness: Double,
        sampleRate: Double
    ) {
        self.slowness = slowness
        let length = min(Int(Self.window * slowness * sampleRate), samples.count / 3)
        let window = Window.blackmanHarris(length)
        let step = length / Self.looksPerWindow
        let starts = Array(stride(from: 0, through: samples.count - window.count, by: step))
        let looks = starts.map { start in
            window.indices.reduce(into: Phasor.zero) { sum, tap in
                let sample = Double(samples[samples.startIndex + start + tap])
                let turned = Phasor(phase: Double(multiple) * reference[start + tap])
                sum.add(window[tap] * sample, conjugate: turned)
            }
        }
        // From one measurement to the next the phase changes by less than half a turn.
        let moves = zip(looks.dropFirst(), looks).map { next, look in
            (next * Phasor(real: look.real, imaginary: -look.imaginary)).phase / Double(multiple)
        }
        let drift = Self.trimmedMean(of: moves) / Double(step)

        let weight = window.reduce(0, +)
        strength = looks.reduce(0) { $0 + $1.power } / (Double(looks.count) * weight * weight)
        phases = reference.indices.map { reference[$0] + drift * Double($0) }
        let squares = moves.indices.map { index in
            let right = reference[starts[index + 1]] - reference[starts[index]]
            let waver = (moves[index] - drift * Double(step)) / (right + drift * Double(step))
            return waver * waver
        }
        waver = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// The mean without the lowest and the highest tenth. Where two pieces of audio are joined the phase may jump, and that
    /// is no change of frequency.
    private static func trimmedMean(of values: [Double]) -> Double {
        let kept = values.sorted().dropFirst(values.count / 10).dropLast(values.count / 10)
        return kept.reduce(0, +) / Double(max(kept.count, 1))
    }
}
