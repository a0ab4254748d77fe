extension StretchTuning {
    /// Which peaks of a spectrum are steady partials, and how they go on in the target.
    package struct Partials: Sendable {
        /// The length of a frame, in seconds, give or take an eighth.
        ///
        /// At this value two tones a musical third apart are split from 180 Hz on; at half of it from 360 Hz on, and a slight
        /// vibrato is taken for tones; at twice of it from 100 Hz on, but changes are followed half as fast. Sweep
        /// `partial-frame`.
        package var frameLength = 4096.0 / 48_000
        /// By how much the turns of a peak before and behind a frame may differ, in radians.
        ///
        /// At 0.05 a tone in noise as loud is no longer found. From 0.1 to 0.8 nothing changes: the other conditions reject
        /// noise and vibrato. Sweep `partial-turn`.
        package var steadiestTurn: Float = 0.2
        /// By what factor the powers of a peak before and behind a frame may differ.
        ///
        /// From 1.1 to 1.4 a tone that loses 40 dB a second is left alone; from 1.7 on it is taken. Sweep `partial-power`.
        package var steadiestPower: Float = 1.4
        /// The part of a peak's power that must have the shape of a sinusoid.
        ///
        /// From 0.94 to 0.99 nothing changes. Lower values would split tones a musical third apart from 160 Hz (0.9) or
        /// 140 Hz (0.8) on. Sweep `partial-purity`.
        package var purity: Float = 0.96
        /// How far below the highest peak a partial may lie, as a part of its power: 70 dB.
        ///
        /// Nothing changes from 50 to 90 dB. Sweep `partial-floor`.
        package var faintest: Float = 1e-7
        /// Within how many frames (21 ms) at rate 1 a partial is back at the source's phase.
        ///
        /// At the seam of rate 1 and another the level of a tone changes by 0.9 dB with 4 frames, 0.25 dB with 8, 0.1 dB with
        /// 13 and 0.05 dB with 20. More frames leave more of the audio at rate 1 to the engine. Sweep `partial-settling`.
        package var settlingFrames = 13
        /// The part of a partial's power that the other engine's audio must have of it, for the partial to take up the
        /// phase there. Below it the phase there is that of something else.
        ///
        /// Tones come out the same from 0.0001 to 0.5. Sweep `partial-handover`.
        package var faintestPredecessor: Float = 0.01
    }
}
