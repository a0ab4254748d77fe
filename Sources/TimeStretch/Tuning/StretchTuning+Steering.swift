extension StretchTuning {
    /// How Rubber Band's engine is led along a map. Lengths are in samples at the sample rate that the engine gets.
    package struct Steering: Sendable {
        /// The engine's anchor lies this many samples behind the centre of a frame, less `anchorHops` hops.
        ///
        /// Chosen by the peaks of clicks, noise and tones at ratios from 1.25 to 16. By the centre of energy of bursts that are
        /// not found, which the engine smears towards later times, smaller values would be better: about 400 at rate 4/5,
        /// 330 at 1/2 and 120 at 1/4. Attacks that are found do not depend on it. Sweep `anchor-samples`.
        package var anchorSamples = 500.0
        /// See `anchorSamples`: the mean time, in hops, that the first frame with an attack in it comes late.
        ///
        /// By the same measure larger values would be better: 2.1 at rate 4/5, and more at slower rates. Sweep `anchor-hops`.
        package var anchorHops = 1.55
        /// How far on each side of an attack the engine runs at rate 1, in seconds: half of its shortest frame, 512
        /// samples at 48 kHz.
        ///
        /// Where nothing is copied, attacks lie 4 ms from their places at worst, 6 ms with 9 ms of reach, and 1.3 ms with
        /// 22 ms. A longer reach takes more of the audio off the map, and copies make up for the rest. Sweep `reach`.
        package var reach = 0.011
        /// The error of a frame's place, in samples, up to which the engine's ratio is not corrected.
        ///
        /// Tones and attacks are the same from 2 to 128. Sweep `tolerance`.
        package var tolerance = 8.0
        /// The part of an error that one frame corrects.
        ///
        /// From 0.5 to 1 attacks lie 3 to 4 ms from their places at worst where nothing is copied; at 0.25 it is 6 ms. Sweep
        /// `gain`.
        package var gain = 0.5
    }
}
