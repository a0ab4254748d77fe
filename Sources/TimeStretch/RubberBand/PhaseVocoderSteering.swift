internal import Glibc

/// Where Rubber Band's finer engine puts its frames, and how it answers to a change of ratio.
///
/// A frame is analysed around a centre in the source and added around a centre in the target. For steady audio it does not
/// matter which instant of a frame is put at its mapped place. For an attack it does. The engine resets its phases in
/// the first frame that contains the attack, so in the target the attack lies as far behind that frame's centre as in the
/// source: some milliseconds that are not stretched. With centres on the map, at rate 1/2, every attack would come 5 ms
/// early. So instead of the centre the *anchor* of a frame is put at its mapped place: the instant at which a frame first
/// contains an attack.
struct PhaseVocoderSteering: Sendable {
    private let tuning: StretchTuning.Steering

    init(tuning: StretchTuning.Steering) { self.tuning = tuning }

    /// The step of the frames in the source, in samples: the same at every sample rate. `timeRatio` is target length ÷
    /// source length.
    func hop(timeRatio: Double) -> Double {
        // The library's own formula (R3Stretcher::calculateHop): 256 samples in the target, fewer at fast rates and more at
        // slow ones.
        let target =
            if timeRatio > 1.5 {
                exp2(8 + 2 * log10(timeRatio - 0.5))
            } else if timeRatio < 1 {
                exp2(8 + 2 * log10(timeRatio))
            } else {
                256.0
            }
        return max(1, (min(max(target, 128), 512) / timeRatio).rounded(.down))
    }

    /// How far behind a frame's centre its anchor lies, in samples.
    ///
    /// About half of the engine's shortest window (512 samples) less one and a half hops, because the first frame that
    /// reaches the attack comes that much later as a mean. At ratios up to 1 attacks are in place by themselves.
    func anchor(timeRatio: Double) -> Double {
        timeRatio > 1 ? max(0, tuning.anchorSamples - tuning.anchorHops * hop(timeRatio: timeRatio)) : 0
    }

    /// How far from an attack the frames lie that decide on its place, in seconds.
    var attackReach: Double { tuning.reach }

    /// An error of a frame's place up to which the ratio is not corrected, in samples. The library evens out the rounding
    /// of its hops by itself. At a constant rate the ratio then stands still, which keeps tones pure.
    var tolerance: Double { tuning.tolerance }

    /// The part of a step by which one correction may lengthen or shorten it: a safety limit, which keeps frames in order.
    var longestCorrection: Double { 0.75 }

    /// The part of an error that one frame corrects.
    var gain: Double { tuning.gain }
}
