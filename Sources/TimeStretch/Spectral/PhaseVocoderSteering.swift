internal import Glibc

/// Where Rubber Band's engines put their frames, and how they answer to a change of ratio.
///
/// A frame is analysed around a centre in the source and added around a centre in the target. For steady audio it does not
/// matter which instant of a frame is put at its mapped place. For an attack it does. The engine resets its phases in
/// the first frame that contains the attack, so in the target the attack lies as far behind that frame's centre as in the
/// source: some milliseconds that are not stretched. With centres on the map, at rate 1/2, every attack would come 5 ms
/// early. So instead of the centre the *anchor* of a frame is put at its mapped place: the instant at which a frame first
/// contains an attack.
struct PhaseVocoderSteering: Sendable {
    /// The engine that is led.
    let engine: RubberBand.Engine
    private let tuning: StretchTuning.Steering

    init(engine: RubberBand.Engine, tuning: StretchTuning.Steering) {
        self.engine = engine
        self.tuning = tuning
    }

    /// The step of the frames in the source, in samples: the same at every sample rate. `timeRatio` is target length ÷
    /// source length.
    func hop(timeRatio: Double) -> Double {
        switch engine {
        case .finer:
            // The library's own formula (R3Stretcher::calculateHop): 256 samples in the target, fewer at fast rates and
            // more at slow ones.
            let target =
                if timeRatio > 1.5 {
                    exp2(8 + 2 * log10(timeRatio - 0.5))
                } else if timeRatio < 1 {
                    exp2(8 + 2 * log10(timeRatio))
                } else {
                    256.0
                }
            return max(1, (min(max(target, 128), 512) / timeRatio).rounded(.down))
        case .faster:
            // As measured: 256 samples in the target, but no more than 341 in the source, so that six frames of 2048
            // lie over each source sample.
            return max(1, min(256 / timeRatio, 341).rounded(.down))
        }
    }

    /// How far behind a frame's centre its anchor lies, in samples.
    ///
    /// The finer engine: about half of its shortest window (512 samples) less one and a half hops, because the first frame
    /// that reaches the attack comes that much later as a mean. At ratios up to 1 attacks are in place by themselves. The
    /// faster engine puts its own anchor at a quarter of its window (StretchCalculator::calculateSingle), and works against
    /// a loop that wants another.
    func anchor(timeRatio: Double, halfWindow: Int) -> Double {
        switch engine {
        case .finer: timeRatio > 1 ? max(0, tuning.anchorSamples - tuning.anchorHops * hop(timeRatio: timeRatio)) : 0
        case .faster: Double(halfWindow / 2)
        }
    }

    /// How far from an attack the frames lie that decide on its place, in seconds. The faster engine is not led at rate 1,
    /// so there it only says how far ahead attacks are looked for: more than half of its window, 21 ms at 48 kHz.
    var attackReach: Double { engine == .finer ? tuning.finerReach : 0.030 }

    /// Whether the engine steers itself where the ratio changes. Then it cannot be led at rate 1 around an attack.
    var holdsItsCourse: Bool { engine == .faster }

    /// An error of a frame's place up to which the ratio is not corrected, in samples. The library evens out the rounding
    /// of its hops by itself. At a constant rate the ratio then stands still, which keeps tones pure.
    var tolerance: Double { engine == .finer ? tuning.finerTolerance : tuning.fasterTolerance }

    /// The part of a step by which one correction may lengthen or shorten it. For the finer engine it is a safety limit,
    /// which keeps frames in order.
    var longestCorrection: Double { engine == .finer ? 0.75 : tuning.fasterCorrection }

    /// The part of an error that one frame corrects.
    var gain: Double { tuning.gain }
}
