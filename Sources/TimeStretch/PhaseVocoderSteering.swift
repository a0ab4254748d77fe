internal import Glibc

/// Where Rubber Band's R3 engine puts the frames of its output, and what that does to the sound's attacks.
///
/// A frame is analysed around a centre in the source and added around a centre in the target. A steady sound does not
/// care which of a frame's instants is put at its place; an attack does: the engine resets its phases in the first
/// frame that hears it, so the attack stands in the output as far behind that frame's centre as in the source, some
/// milliseconds that are not stretched. At a constant rate of 1/2 every attack would come 5 ms early. So not the centre
/// of each frame is put where the map wants it, but the instant at which a frame first hears an attack, the *anchor*.
enum PhaseVocoderSteering {
    /// The step of the frames in the source, in samples: R3 aims at 256 in the target, fewer at fast rates and more at
    /// slow ones (R3Stretcher::calculateHop, the same at every sample rate).
    static func hop(timeRatio: Double) -> Double {
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
    /// Half the shortest window less one and a half hops of waiting for the frame, as measured with clicks, noise and
    /// tone bursts at 44.1 and 48 kHz, ratios from 1.25 to 16; at ratios up to 1 the attacks are in place by themselves.
    static func anchor(timeRatio: Double) -> Double {
        timeRatio > 1 ? max(0, 500 - 1.55 * hop(timeRatio: timeRatio)) : 0
    }
}
