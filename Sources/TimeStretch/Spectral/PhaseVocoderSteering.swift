internal import Glibc

/// Where Rubber Band's engines put the frames of their output, and what that does to the audio's attacks.
///
/// A frame is analysed around a centre in the source and added around a centre in the target. A steady audio does not
/// care which of a frame's instants is put at its place; an attack does: the engine resets its phases in the first
/// frame that hears it, so the attack stands in the output as far behind that frame's centre as in the source, some
/// milliseconds that are not stretched. At a constant rate of 1/2 every attack would come 5 ms early. So not the centre
/// of each frame is put where the map wants it, but the instant at which a frame first hears an attack, the *anchor*.
struct PhaseVocoderSteering: Sendable {
    let engine: RubberBand.Engine

    /// The step of the frames in the source, in samples, the same at every sample rate.
    func hop(timeRatio: Double) -> Double {
        switch engine {
        case .finer:
            // 256 in the target, fewer at fast rates and more at slow ones (R3Stretcher::calculateHop).
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
            // As measured: 256 in the target as far as that leaves six frames over each sample of the source.
            return max(1, min(256 / timeRatio, 341).rounded(.down))
        }
    }

    /// How far behind a frame's centre its anchor lies, in samples.
    ///
    /// The finer engine: half its shortest window less one and a half hops of waiting for the frame, as measured with
    /// clicks, noise and tone bursts at 44.1 and 48 kHz, ratios from 1.25 to 16; at ratios up to 1 the attacks are in
    /// place by themselves. The faster engine holds its own course at the quarter of its window
    /// (StretchCalculator::calculateSingle); a loop that wanted another would fight it.
    func anchor(timeRatio: Double, halfWindow: Int) -> Double {
        switch engine {
        case .finer: timeRatio > 1 ? max(0, 500 - 1.55 * hop(timeRatio: timeRatio)) : 0
        case .faster: Double(halfWindow / 2)
        }
    }

    /// How long on each side of an attack the frames lie that place it, in seconds: about half a window, the shortest
    /// that the finer engine has.
    var attackReach: Double { engine == .finer ? 0.011 : 0.030 }

    /// Whether the engine steers itself where the ratio changes, so that it cannot be led to rate 1 around an attack.
    /// The finer one is steered frame by frame.
    var holdsItsCourse: Bool { engine == .faster }

    /// Errors up to this many samples are left to the library, which evens out the rounding of its hops; at a constant
    /// rate the ratio then stands still, which tones want.
    var tolerance: Double { engine == .finer ? 8 : 250 }

    /// The part of a step by which it may be lengthened or shortened. The faster engine answers to a change of its
    /// ratio by a quarter of its window, so it is led back by small ones.
    var longestCorrection: Double { engine == .finer ? 0.75 : 0.05 }
}
