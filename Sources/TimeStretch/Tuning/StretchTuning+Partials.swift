extension StretchTuning {
    /// Which peaks of a spectrum are steady partials, and how they go on in the target.
    package struct Partials: Sendable {
        /// The length of a frame, in seconds, give or take an eighth. Longer frames tell lower and closer tones apart;
        /// shorter ones follow faster changes. It tells tones apart that lie a musical third from each other in the octave above
        /// 100 Hz. Sweep
        /// `partial-frame`.
        package var frameLength = 4096.0 / 48_000
        /// By how much the turns of a peak before and behind a frame may differ, in radians. Sweep `partial-turn`.
        package var steadiestTurn: Float = 0.2
        /// By what factor the powers of a peak before and behind a frame may differ. Sweep `partial-power`.
        package var steadiestPower: Float = 1.4
        /// The part of a peak's power that must have the shape of a sinusoid. Sweep `partial-purity`.
        package var purity: Float = 0.96
        /// How far below the highest peak a partial may lie, as a part of its power: 70 dB. Sweep `partial-floor`.
        package var faintest: Float = 1e-7
        /// Within how many frames (21 ms) at rate 1 a partial is back at the source's phase. Fewer frames turn it
        /// faster, which bends its pitch for that long. Sweep `partial-settling`.
        package var settlingFrames = 13
        /// The part of a partial's power that the other engine's audio must have of it, for the partial to take up the
        /// phase there. Below it the phase there is that of something else. Sweep `partial-handover`.
        package var faintestPredecessor: Float = 0.01
    }
}
