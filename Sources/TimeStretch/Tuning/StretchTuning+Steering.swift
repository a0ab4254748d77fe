extension StretchTuning {
    /// How Rubber Band's engines are led along a map. Lengths are in samples at the sample rate that the engine gets.
    package struct Steering: Sendable {
        /// The finer engine's anchor lies this many samples behind the centre of a frame, less `anchorHops` hops.
        ///
        /// Chosen by the peaks of clicks, noise and tones at ratios from 1.25 to 16. By the centre of energy of bursts that are
        /// not found, which the engine smears towards later times, smaller values would be better: about 400 at rate 4/5,
        /// 330 at 1/2 and 120 at 1/4. Attacks that are found do not depend on it. Sweep `anchor-samples`.
        package var anchorSamples = 500.0
        /// See `anchorSamples`: the mean time, in hops, that the first frame with an attack in it comes late.
        ///
        /// By the same measure larger values would be better: 2.1 at rate 4/5, and more at slower rates. Sweep `anchor-hops`.
        package var anchorHops = 1.55
        /// How far on each side of an attack the finer engine runs at rate 1, in seconds: half of its shortest frame, 512
        /// samples at 48 kHz.
        ///
        /// Where nothing is copied, attacks lie 4 ms from their places at worst, 6 ms with 9 ms of reach, and 1.3 ms with
        /// 22 ms. A longer reach takes more of the audio off the map, and copies make up for the rest. Sweep `reach-finer`.
        package var finerReach = 0.011
        /// The error of a frame's place, in samples, up to which the finer engine's ratio is not corrected.
        ///
        /// Tones and attacks are the same from 2 to 128. Sweep `tolerance-finer`.
        package var finerTolerance = 8.0
        /// The same of the faster engine, whose hops are rounded more coarsely.
        ///
        /// Tones are purest from 125 on (54.3 to 54.5 dB; 53.4 dB at 0). The beginning of a note would be better at 0: there
        /// its level changes by 3 dB, here by 13 dB. Sweep `tolerance-faster`.
        package var fasterTolerance = 250.0
        /// The part of a step by which one correction may lengthen or shorten it, faster engine. It answers a change of its
        /// ratio by a jump of a quarter of its window.
        ///
        /// Smaller values make purer tones, by 0.3 dB from 0.5 to 0.01. The beginning of a note would be better from 0.1 on:
        /// there its level changes by 4 to 5 dB, here by 13 dB. Sweep `correction-faster`.
        package var fasterCorrection = 0.05
        /// The part of an error that one frame corrects.
        ///
        /// From 0.5 to 1 attacks lie 3 to 4 ms from their places at worst where nothing is copied; at 0.25 it is 6 ms. Sweep
        /// `gain`.
        package var gain = 0.5
    }
}
