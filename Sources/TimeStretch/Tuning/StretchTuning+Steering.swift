extension StretchTuning {
    /// How Rubber Band's engines are led along a map. Lengths are in samples at the sample rate that the engine gets.
    package struct Steering: Sendable {
        /// The finer engine's anchor: so many samples behind the centre of a frame, less `anchorHops` hops. Chosen so
        /// that clicks, bursts and tones stand at their places at ratios from 1.25 to 16. Sweep `anchor-samples`.
        package var anchorSamples = 500.0
        /// See `anchorSamples`. The engine waits for a frame and a half, as a mean, before it resets its phases. Sweep
        /// `anchor-hops`.
        package var anchorHops = 1.55
        /// How far on each side of an attack the finer engine runs at rate 1, in seconds: half of its shortest frame,
        /// 512 samples at 48 kHz. Sweep `reach-finer`.
        package var finerReach = 0.011
        /// The error of a frame's place, in samples, up to which the finer engine's ratio is not corrected. At a constant
        /// rate the ratio then stands still. Sweep `tolerance-finer`.
        package var finerTolerance = 8.0
        /// The same of the faster engine, whose hops are rounded more coarsely. Sweep `tolerance-faster`.
        package var fasterTolerance = 250.0
        /// The same of the faster engine. It answers a change of its ratio by a jump of a quarter of its window, so it
        /// is led back in small steps. Sweep `correction-faster`.
        package var fasterCorrection = 0.05
        /// The part of an error that one frame corrects. Sweep `gain`.
        package var gain = 0.5
    }
}
